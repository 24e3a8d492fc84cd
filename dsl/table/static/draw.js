// Drawing what a seat sees: first the others, then the table, then one's own side.

import { drawBoard } from "/static/board.js";
import { classes, el, fact, said, spot } from "/static/nodes.js";
import { t } from "/static/words.js";

const MANY = 14, FEW = 5; // cards of one's own, and of others, that are drawn in full
const SHOWN = 5; // printed fields that are told on a card

export function drawPosition(position, me, touch) {
  const names = position.players.map(each => each.name);
  const others = position.players.filter(each => each.number !== me), mine = position.players.filter(each => each.number === me);
  return [...others, position.table, ...mine].filter(each => !isBare(each)).map(each => side(each, position, me, names, touch));
}

// The cards that one can choose now and that lie nowhere in sight: a game keeps what does not take part in its box.
export function drawOffered(names, touch) {
  const cards = names.filter(name => touch.face(name));
  if (!cards.length) return null;
  const zone = { words: "", items: [] }, item = name => ({ name, known: true, up: true, owner: 0, fields: [], zones: [], cell: null });
  return el("section", { class: "side offered", "aria-label": t("To choose from") }, el("h3", {}, t("To choose from")),
    el("ul", { class: "cards" }, ...cards.map(name => el("li", {}, drawCard(item(name), zone, cards.length > MANY, touch)))));
}

const isBare = each => !each.fields.length && !each.zones.length && !each.boards.length && !each.tracks.length;

function side(each, position, me, names, touch) {
  const asked = each.number !== 0 && each.number === position.asked;
  const score = each.number && position.results.length ? ` — ${position.results[each.number - 1]}` : "";
  const title = each.number ? each.name + (each.number === me ? ` (${t("you")})` : "") : t("Table");
  const fields = said(each.fields).join(" · ");
  return el("section", { class: classes("side", asked && "asked", each.number === me && "own"), "aria-label": title },
    el("h3", {}, each.number ? el("span", { class: `chip p${each.number}`, "aria-hidden": "true" }, String.fromCharCode(64 + each.number)) : null,
      title + score, asked ? el("span", { class: "turn" }, ` — ${t("asked")}`) : null),
    fields ? el("p", { class: "fields" }, fields) : null,
    ...each.tracks.map(track),
    el("div", { class: "lay" }, ...each.boards.filter(board => !board.part).map(board => drawBoard(board, each, names, touch)),
      el("div", { class: "zones" }, ...each.zones.filter(zone => zone.count !== 0).map(zone => drawZone(zone, each.number === me ? MANY : FEW, touch)))),
    empty(each.zones));
}

function empty(zones) {
  const names = zones.filter(zone => zone.count === 0).map(zone => zone.label);
  return names.length ? el("p", { class: "zone-name" }, `${t("Empty")}: ${names.join(", ")}`) : null;
}

function track(each) {
  if (each.high - each.low > 24) {
    const bar = el("progress", { max: each.high - each.low, value: each.at - each.low, "aria-label": each.label });
    return el("div", { class: "zone" }, el("p", { class: "zone-name" }, t("{0}: {1} ({2} to {3})", each.label, each.at, each.low, each.high)), bar);
  }
  const cells = [];
  for (let number = each.low; number <= each.high && cells.length < 80; number += 1) {
    const band = each.bands.findIndex(([, low, high]) => low <= number && number <= high);
    cells.push(el("span", { class: classes(number === each.at && "at", band >= 0 && `band${band % 4}`), title: band >= 0 ? each.bands[band][0] : null }, String(number)));
  }
  return el("div", { class: "zone" }, el("p", { class: "zone-name" }, `${each.label}: ${each.at}`), el("div", { class: "track", "aria-hidden": "true" }, ...cells));
}

function drawZone(zone, most, touch) {
  const placed = zone.items.some(item => item.cell);
  const piled = zone.shape === "stack" && zone.items.length > 3 && !zone.items.some(item => touch.isLit(item.name, spot(zone, item)));
  const shown = piled ? zone.items.slice(-1) : zone.items;
  const small = shown.length > most;
  const cards = small ? alike(shown) : shown.map(item => [item, 1]), name = `${zone.label} (${zone.count ?? "?"})`;
  const drawn = placed ? layout(zone, touch) :
    shown.length ? el("ul", { class: "cards" }, ...cards.map(([item, count]) => el("li", {}, drawCard(item, zone, small, touch, count)))) : null;
  if (!placed && cards.length > MANY && !zone.items.some(item => touch.isLit(item.name, spot(zone, item)))) return folded(zone, name, drawn, touch);
  return el("div", { class: classes("zone", piled && "pile") }, el("p", { class: "zone-name" }, name), drawn);
}

// Many cards of which none is wanted now stand folded up below their name, until somebody wants to see them.
function folded(zone, name, drawn, touch) {
  return el("details", { class: "zone", open: touch.unfolded.has(zone.words), ontoggle: event => { touch.unfolded[event.target.open ? "add" : "delete"](zone.words); } },
    el("summary", { class: "zone-name" }, name), drawn);
}

// Of many things in a zone those that look the same are drawn once, with their number.
function alike(items) {
  const found = new Map();
  for (const item of items) {
    const key = JSON.stringify(item), known = found.get(key);
    if (known) known[1] += 1; else found.set(key, [item, 1]);
  }
  return [...found.values()];
}

// A layout that grows: what has no cell in it yet stands before it.
function layout(zone, touch) {
  const { items } = zone;
  const cells = items.filter(item => item.cell);
  const places = [...cells.map(item => [item.cell, drawCard(item, zone, false, touch)]), ...free(cells, touch).map(([cell, name]) => [cell, drawFree(name, touch)])];
  const left = Math.min(...places.map(([cell]) => cell[0])), bottom = Math.max(...places.map(([cell]) => cell[1]));
  const made = el("ul", { class: "cards grown" }, ...places.map(([cell, drawn]) => {
    const place = el("li", {}, drawn);
    place.style.gridColumn = String(cell[0] - left + 1);
    place.style.gridRow = String(bottom - cell[1] + 1);
    return place;
  }));
  const loose = items.filter(item => !item.cell);
  return loose.length ? el("div", {}, el("ul", { class: "cards" }, ...loose.map(item => el("li", {}, drawCard(item, zone, false, touch)))), made) : made;
}

// The free cells of a layout in which something could be laid now: moves call them as the fields of what lies there do.
function free(cells, touch) {
  const [col, row] = cells[0].cell, end = `${col} ${row}`, own = cells[0].fields.find(([, value]) => value.endsWith(end))?.[1];
  if (own === undefined) return [];
  const begin = own.slice(0, own.length - end.length), taken = new Set(cells.map(({ cell }) => cell.join(" ")));
  const named = touch.named().filter(name => name.startsWith(begin)).map(name => [name.slice(begin.length), name]);
  return named.filter(([place]) => /^-?\d+ -?\d+$/.test(place) && !taken.has(place)).map(([place, name]) => [place.split(" ").map(Number), name]);
}

const drawFree = (name, touch) => el("button", { type: "button", class: classes("card", "free", "lit", touch.isPicked(name, "") && "picked"), "data-name": name, "aria-label": name }, name);

function drawCard(item, zone, small, touch, count = 1) {
  const at = spot(zone, item), lit = touch.isLit(item.name, at), picked = (item.known || lit) && touch.isPicked(item.name, at), face = item.known && !small ? touch.face(item.name) : null;
  const printed = new Set(face?.printed.slice(0, SHOWN).map(fact)); // what stands there already is not said twice
  const marks = [...said(item.fields).filter(each => !printed.has(each)), item.known && !item.up ? t("face down") : ""].filter(Boolean);
  const under = item.zones.flatMap(inner => inner.items.map(each => [each, inner]));
  const body = [
    touch.image(item.name, item.owner) ? el("img", { class: "own-image", src: touch.image(item.name, item.owner), alt: "" }) : null,
    el("span", { class: "name" }, count > 1 ? t("{0} × {1}", item.name, String(count)) : item.name),
    face ? el("span", { class: "printed" }, [face.kind, ...face.printed.slice(0, SHOWN).map(fact)].join(" · ")) : null,
    face?.text ? el("span", { class: "text" }, face.text) : null,
    marks.length ? el("span", { class: "marks" }, marks.join(" · ")) : null,
  ];
  const attributes = { class: classes("card", `p${item.owner}`, !item.known && "back", lit && "lit", picked && "picked", face && "full") };
  const made = item.known || lit
    ? el("button", { ...attributes, type: "button", "data-name": item.name, "data-at": at || null, "aria-label": [count > 1 ? t("{0} × {1}", item.name, String(count)) : item.name, ...marks].join(", "), "aria-pressed": lit ? String(picked) : null }, ...body)
    : el("div", attributes, ...body);
  return under.length ? el("div", { class: "holder" }, made, el("ul", { class: "under" }, ...under.map(([each, inner]) => el("li", {}, drawCard(each, inner, true, touch))))) : made;
}
