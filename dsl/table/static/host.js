// What the host of a table may do.

import { el } from "/static/nodes.js";
import { t } from "/static/words.js";

export function drawHost(where, state, moment, ask, tell) {
  const told = answer => {
    if (answer.refused) { tell(answer.refused, true); return; }
    if (!answer.links) return;
    const made = Object.entries(answer.links).filter(([, token]) => token).map(([who, token]) => {
      const address = `${location.origin}/#${token}`;
      return el("li", {}, `${who}: `, el("a", { href: address, target: "_blank", rel: "noreferrer" }, address));
    });
    where.querySelector(".links").replaceChildren(...made);
  };
  const seats = state.position.players.map(each => {
    const bot = el("input", { placeholder: t("bot, such as greedy"), value: state.bots[each.name] ?? "", "aria-label": `${each.name}: ${t("bot, such as greedy")}` });
    return el("li", { class: "row" }, `${each.name} `, bot,
      el("button", { type: "button", onclick: () => ask({ do: "bot", seat: each.number, text: bot.value.trim() }, told) }, t("Set")),
      el("button", { type: "button", onclick: () => ask({ do: "hand over", seat: each.number }, told) }, t("New link")));
  });
  const order = el("input", { placeholder: t("set FIELD of THING to N"), "aria-label": t("Change by hand") });
  const change = el("form", { onsubmit: event => { event.preventDefault(); ask({ do: "by hand", text: order.value }, told); } },
    el("label", {}, t("Change by hand"), order));
  const old = where.querySelector(".links");
  where.replaceChildren(el("h2", {}, t("Host")),
    el("p", { class: "row" },
      el("button", { type: "button", onclick: () => ask({ do: "pause", yes: !state.paused }, told) }, state.paused ? t("Go on") : t("Stop for a while")),
      el("button", { type: "button", onclick: () => ask({ do: "fork", number: moment }, told) }, t("A new table from here"))),
    el("ul", { class: "seats" }, ...seats), change, old ?? el("ul", { class: "links" }));
}
