// Drawing what a seat sees: boards as SVG, everything else as cards. Only text nodes: no game can bring markup along.

const SVG = "http://www.w3.org/2000/svg";

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter(each => each !== null && each !== ""));
  return made;
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function drawPosition(position, touch) {
  const sides = [...position.players, position.table].filter(each => !isBare(each));
  return sides.map(each => side(each, position, touch));
}

const isBare = each => !each.fields.length && !each.zones.length && !each.boards.length && !each.tracks.length;

function side(each, position, touch) {
  const asked = each.number !== 0 && each.number === position.asked;
  const score = each.number && position.results.length ? ` — ${position.results[each.number - 1]}` : "";
  return el("section", { class: asked ? "side asked" : "side", "aria-label": each.name || "Table" },
    el("h3", {}, (each.name || "Table") + score),
    said(each.fields) ? el("p", { class: "fields" }, said(each.fields)) : null,
    ...each.tracks.map(track),
    ...each.boards.filter(board => !board.part).map(board => drawBoard(board, touch)),
    ...each.zones.filter(zone => zone.count !== 0).map(zone => drawZone(zone, touch)),
    empty(each.zones));
}

const said = fields => fields.filter(([, value]) => value !== "no" && value !== "none" && value !== "0" && value !== "nothing")
  .map(([name, value]) => value === "yes" ? words(name) : `${words(name)} ${value}`).join(" · ");

function empty(zones) {
  const names = zones.filter(zone => zone.count === 0).map(zone => zone.label);
  return names.length ? el("p", { class: "zone-name" }, `Empty: ${names.join(", ")}`) : null;
}

const words = name => name.replaceAll("_", " ");

function track(each) {
  if (each.high - each.low > 24) {
    const bar = el("progress", { max: each.high - each.low, value: each.at - each.low, "aria-label": each.label });
    return el("div", { class: "zone" }, el("p", { class: "zone-name" }, `${each.label}: ${each.at} (${each.low} to ${each.high})`), bar);
  }
  const cells = [];
  for (let number = each.low; number <= each.high && cells.length < 80; number += 1) {
    const band = each.bands.find(([, low, high]) => low <= number && number <= high);
    const here = number === each.at;
    cells.push(el("span", { class: here ? "at" : "", title: band ? band[0] : null, "aria-current": here ? "true" : null }, String(number)));
  }
  return el("div", { class: "zone" }, el("p", { class: "zone-name" }, `${each.label}: ${each.at}`), el("div", { class: "track", "aria-hidden": "true" }, ...cells));
}

function drawZone(zone, touch) {
  const count = zone.count === null ? "?" : zone.count;
  const shown = zone.shape === "stack" && zone.items.length > 3 ? zone.items.slice(-1) : zone.items;
  return el("div", { class: "zone" },
    el("p", { class: "zone-name" }, `${zone.label} (${count})`),
    shown.length ? el("ul", { class: "cards" }, ...shown.map(item => el("li", {}, drawCard(item, touch)))) : null);
}

function drawCard(item, touch) {
  const lit = item.known && touch.isLit(item.name);
  const about = [...item.fields.map(([name, value]) => value === "yes" ? words(name) : `${words(name)} ${value}`),
    ...item.zones.flatMap(zone => zone.items.map(under => under.name))];
  const classes = ["card", item.known ? "" : "back", lit ? "lit" : "", touch.isPicked(item.name) ? "picked" : ""];
  const act = () => { if (lit) touch.pick(item.name); else touch.read(item.name); };
  return el(item.known ? "button" : "div", { class: classes.filter(Boolean).join(" "), type: item.known ? "button" : null, onclick: item.known ? act : () => {},
    oncontextmenu: event => { if (item.known) { event.preventDefault(); touch.read(item.name); } }, "aria-pressed": lit ? String(touch.isPicked(item.name)) : null },
    item.name, about.length ? el("span", { class: "more" }, about.join(" · ")) : null);
}

function drawBoard(board, touch) {
  const places = board.spaces.map(space => place(space, board));
  const wide = Math.max(...places.map(([x]) => x)) + 1, high = Math.max(...places.map(([, y]) => y)) + 1;
  const size = wide > 12 ? 44 : wide > 4 ? 64 : 130, tall = wide > 4 ? size : 84;
  const root = svg("svg", { viewBox: `-2 -2 ${wide * size + 4} ${high * tall + 4}`, width: wide * size, role: "group", "aria-label": words(board.name) });
  board.spaces.forEach((space, index) => {
    const [x, y] = places[index];
    root.append(drawSpace(space, board, x * size, y * tall, size, tall, (x + y) % 2, touch));
  });
  return root;
}

function place(space, board) {
  const where = space.where, last = where.length - 1;
  const rows = last > 0 ? where[last - 1] : 0;
  const above = where.slice(0, Math.max(last - 1, 0)).reduce((sum, value) => sum * 2 + value, 0);
  const high = last > 0 ? board.dims[board.dims.length - 2]?.[1].length ?? 1 : 1;
  return [where[last] ?? 0, rows + above * (high + 1)];
}

function drawSpace(space, board, x, y, wide, high, dark, touch) {
  const lit = touch.isLit(space.name), picked = touch.isPicked(space.name);
  const inside = [...space.fields.map(([name, value]) => board.only || value !== "yes" ? value : words(name)),
    ...space.zones.flatMap(zone => zone.items.map(item => item.name + more(item)))];
  const group = svg("g", { class: ["space", dark ? "dark" : "", lit ? "lit" : "", picked ? "picked" : ""].filter(Boolean).join(" "),
    role: lit ? "button" : "img", tabindex: lit ? "0" : "-1", "aria-label": [space.name, ...inside].join(", ") });
  group.append(svg("title", {}, [space.name, ...inside].join(", ")), svg("rect", { x, y, width: wide, height: high, rx: 3 }),
    svg("text", { x: x + 4, y: y + 11, "font-size": 9, opacity: 0.75 }, space.name));
  const lines = inside.flatMap(text => wrapped(text, Math.floor(wide / 6.2))).slice(0, Math.floor((high - 14) / 14));
  lines.forEach((line, index) => group.append(svg("text", { x: x + wide / 2, y: y + 26 + index * 14, "font-size": line.length <= 2 ? 14 : 11, "font-weight": line.length <= 2 ? "bold" : "normal", "text-anchor": "middle" }, line)));
  if (lit) {
    group.addEventListener("click", () => touch.pick(space.name));
    group.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touch.pick(space.name); } });
  }
  return group;
}

const more = item => item.fields.length ? ` (${item.fields.map(([name, value]) => value === "yes" ? words(name) : `${words(name)} ${value}`).join(", ")})` : "";

function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
  }
  return lines;
}
