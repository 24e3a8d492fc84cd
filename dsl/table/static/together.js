// Several things that are taken together: each is picked or put back, in any order, and confirmed at last.

import { el } from "/static/nodes.js";
import { t } from "/static/words.js";

export function drawTogether(list, control, picks, { show, take }) {
  const { least, most, ordered, taken } = picks.together, { chosen } = picks, moves = picks.open();
  const all = moves.reduce((sum, move) => sum + (move.copies ?? 1), 0), top = most ? Math.min(most, all) : all;
  const sign = move => {
    const count = chosen.filter(text => text === move.text).length;
    return ordered ? (count ? `${chosen.indexOf(move.text) + taken.length + 1}. ` : "") : (move.copies ?? 1) > 1 ? `${count}/${move.copies} ` : count ? "✓ " : "";
  };
  const held = document.activeElement?.closest?.("#moves") ? document.activeElement.dataset.move : null;
  list.replaceChildren(...moves.slice(0, 300).map(move => el("li", {}, el("button", {
    type: "button", "data-move": move.text, "aria-pressed": String(chosen.includes(move.text)), onclick: () => { picks.choose(move); show(); } }, sign(move) + move.text))));
  if (held) list.querySelector(`[data-move="${CSS.escape(held)}"]`)?.focus();
  const enough = ordered ? chosen.length >= all - 1 : least <= chosen.length && chosen.length <= top;
  const focused = control.contains(document.activeElement);
  const button = el("button", { type: "button", disabled: !enough, onclick: () => take(chosen) }, t("Confirm"));
  control.replaceChildren(
    el("p", {}, [wanted(least, top, all, ordered), taken.length ? t("Taken already: {0}.", taken.join(", ")) : "", t("Chosen: {0}.", String(chosen.length))].filter(Boolean).join(" ")), button);
  if (focused) button.focus();
}

function wanted(least, top, all, ordered) {
  if (ordered) return t("Click them in the order that you want, then confirm.");
  if (least === top) return t("Choose {0}, then confirm.", String(least));
  if (top === all) return least ? t("Choose {0} or more, then confirm.", String(least)) : t("Choose as many as you like, then confirm.");
  return t("Choose {0} to {1}, then confirm.", String(least), String(top));
}
