// The designer's panel: the position in full, the question and the rule that asks it, the options, and how long things take.

import { el } from "/static/nodes.js";
import { t } from "/static/words.js";

let everything = false;

export function drawDesigner(where, state, ask, close) {
  ask({ do: "panel", yes: everything }, answer => {
    if (!answer.panel) { where.replaceChildren(el("p", { class: "refused" }, answer.refused)); return; }
    const { panel } = answer, held = where.contains(document.activeElement) ? document.activeElement.id : "";
    where.replaceChildren(el("h2", {}, t("Designer's panel")),
      state.seat < 0 ? el("p", {}, el("label", {}, el("input", { type: "checkbox", id: "all", checked: everything,
        onchange: event => { everything = event.target.checked; drawDesigner(where, state, ask, close); } }), ` ${t("show what is hidden")}`)) : null,
      list(t("Rules"), [...panel.rules.map(([name, value]) => `${name}: ${value}`), ...panel.modules, panel.seed === null ? "" : t("seed {0}", String(panel.seed)),
        panel.decisions === null ? "" : t("decisions: {0}", String(panel.decisions))]),
      list(t("Milliseconds"), panel.timing.map(([name, time]) => `${name}: ${time}`)),
      list(t("Question"), [[panel.kind, panel.asks].filter(Boolean).join(" · ")]),
      list(t("Options: {0}", String(panel.options.length + panel.more)), panel.options.map(([text, action]) => action ? `${text} · ${action}` : text)),
      el("h3", {}, t("Position")), el("pre", { tabindex: "0", "aria-label": t("Position") }, panel.position.join("\n")),
      el("button", { type: "button", id: "closed", onclick: close }, t("Close")));
    if (held) where.querySelector(`#${held}`)?.focus();
  });
}

function list(title, lines) {
  const told = lines.filter(Boolean);
  return told.length ? el("div", {}, el("h3", {}, title), el("ul", {}, ...told.map(line => el("li", {}, line)))) : null;
}
