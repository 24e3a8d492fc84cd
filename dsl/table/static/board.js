// Boards as SVG: squares, hexagons, edges and corners, with what stands on them.

import { classes, plain, said, says, spot, svg } from "/static/nodes.js";

export function drawBoard(board, holder, names, touch) {
  const grid = new Grid(board, touch.look.positions[board.name]);
  const root = svg("svg", { viewBox: grid.box(), width: grid.width(), class: "board", role: "group", "aria-label": plain(board.label) });
  for (const [name, colour] of Object.entries(touch.look.colours)) root.style.setProperty(property(name), colour);
  board.links.forEach(([name, pairs], index) => root.append(...pairs.map(pair => drawLink(pair, plain(name), index, board, grid))));
  for (const space of board.spaces) root.append(drawSpace(space, board, grid, names, touch));
  board.links.forEach(([, pairs], index) => root.append(...pairs.filter(pair => isHidden(pair, board, grid)).map(pair => drawLink(pair, "", index, board, grid, "over"))));
  board.edges.forEach((name, index) => {
    const edges = holder.boards.find(each => each.name === name);
    for (const edge of edges?.spaces ?? []) root.append(...drawEdge(edge, edges, index, grid, touch, names));
  });
  const corners = board.points.length ? holder.boards.find(each => each.name === `${board.name}_corners`) : null;
  for (const corner of corners?.spaces ?? []) root.append(...drawCorner(corner, corners, grid, names, touch));
  root.style.minWidth = `${grid.width() * (grid.size < 100 ? 0.55 : 0.8)}px`; // on a phone it is moved to and fro instead of being made too small
  const frame = document.createElement("div");
  frame.className = "frame";
  frame.tabIndex = 0;
  frame.append(root);
  return frame;
}

// A colour of a game's own: of a player's pieces, of light and dark spaces, of what is written on them.
const property = name => name.length === 1 ? `--p${name.charCodeAt(0) - 64}` : `--own-${name}`;

class Grid {
  constructor(board, own) {
    this.board = board;
    this.own = own;
    this.hexagonal = board.lean || board.points.length > 0;
    this.dims = board.dims.map(([, words]) => words.length);
    const places = board.spaces.map(space => this.place(space));
    this.wide = Math.max(...places.map(([x]) => x)) + 1;
    this.high = Math.max(...places.map(([, y]) => y)) + 1;
    this.size = this.wide > 12 ? 46 : this.wide > 8 ? 58 : this.wide > 4 ? 68 : 150;
    this.tall = this.wide > 4 || board.lean ? this.size : 92;
    // Of a small board whose spaces hold pieces the names of these can be read.
    if (this.wide > 4 && this.wide <= 7 && !this.hexagonal && board.spaces.some(space => space.zones.length)) [this.size, this.tall] = [124, 108];
    if (board.links.length) this.size = this.tall = 68;
    this.step = board.lean ? this.size * Math.sqrt(3) / 2 : this.tall;
    if (board.points.length) this.measure(board.points);
  }

  place(space) {
    if (this.own) return this.own[space.name] ?? [0, 0];
    if (this.board.graph.length) return this.board.graph[this.board.spaces.indexOf(space)];
    const where = space.where, last = where.length - 1;
    if (last === 0 && this.dims[0] > LONG) return folded(where[0], Math.ceil(this.dims[0] / 2));
    const rows = last > 0 ? where[last - 1] : 0;
    const above = where.slice(0, Math.max(last - 1, 0)).reduce((sum, value) => sum * 2 + value, 0);
    return [where[last] ?? 0, rows + above * ((last > 0 ? this.dims[this.dims.length - 2] : 1) + 1)];
  }

  // Hexagons in rows: their middles are said, in half hexagons to the east and thirds of a row to the north.
  measure(points) {
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    this.size = this.tall = 96;
    this.left = Math.min(...xs) - 1;
    this.top = Math.max(...ys) + 2;
    this.area = [(Math.max(...xs) + 1 - this.left) * this.size / 2, (this.top + 2 - Math.min(...ys)) * this.unit()];
  }

  unit() { return this.size / (2 * Math.sqrt(3)); }

  point(x, y) { return [(x - this.left) * this.size / 2, (this.top - y) * this.unit()]; }

  pointsOf(space, board) { return board.points[board.spaces.indexOf(space)]; }

  at(space) {
    if (!this.board.points.length) return this.corner(...this.place(space));
    const [x, y] = this.pointsOf(space, this.board);
    return this.point(x - 1, y + 2);
  }

  corner(x, y) {
    const lean = this.board.lean;
    const shift = lean > 0 ? this.high - 1 - y : lean < 0 ? y : 0;
    return [x * this.size + shift * this.size / 2, y * this.step];
  }

  width() { return this.area ? this.area[0] + 24 : this.wide * this.size + (this.board.lean ? (this.high - 1) * this.size / 2 : 0) + 8; }

  box() { return this.area ? `-12 -12 ${this.width()} ${this.area[1] + 24}` : `-4 -4 ${this.width()} ${(this.high - 1) * this.step + (this.board.lean ? this.size * 2 / Math.sqrt(3) : this.tall) + 8}`; }

  outline(x, y) {
    if (!this.hexagonal) return svg("rect", { x, y, width: this.size, height: this.tall, rx: 2 });
    const w = this.size, h = w * 2 / Math.sqrt(3);
    const points = [[w / 2, 0], [w, h / 4], [w, h * 3 / 4], [w / 2, h], [0, h * 3 / 4], [0, h / 4]];
    return svg("polygon", { points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }
}

// A long row of spaces is folded, so that it can be read: there below, from the right to the left, and back above.
const LONG = 16;
const folded = (index, half) => index < half ? [half - 1 - index, 1] : [index - half, 0];

function drawSpace(space, board, grid, names, touch) {
  const [x, y] = grid.at(space), [column, row] = grid.place(space);
  const lit = grid.area ? touch.isNamed(space.name) : touch.isLit(space.name, "");
  const items = space.zones.flatMap(zone => zone.items.map(item => ({ ...item, at: spot(zone, item) })));
  const told = [space.name, ...tells(space, board), ...items.map(about)];
  const group = svg("g", {
    class: classes("space", !board.links.length && (column + row) % 2 && !grid.hexagonal && "dark", lit && "lit", touch.isPicked(space.name, "") && "picked"),
    role: lit ? "button" : "img", tabindex: lit ? "0" : null, "aria-label": told.join(", "), "data-name": space.name });
  group.append(svg("title", {}, told.join("\n")), grid.outline(x, y));
  const middle = x + grid.size / 2, low = grid.hexagonal ? grid.size * 0.08 : 0;
  group.append(svg("text", { class: "where", x: grid.hexagonal ? middle : x + 3, y: y + 11 + low, "text-anchor": grid.hexagonal ? "middle" : "start" },
    board.links.length ? cut(space.name, 14) : grid.size >= 100 ? cut(space.name, Math.floor(grid.size / 5)) : grid.wide > 4 && !grid.area ? shortly(space.name) : space.name));
  drawInside(group, tokensOf(space, board, names, items), x, y + low, grid, touch);
  return group;
}

// A link of a board that is a graph: a line between two spaces, below them; those of each name are drawn in their own way.
function drawLink(pair, name, sort, board, grid, over = "") {
  const [[x1, y1], [x2, y2]] = pair.map(index => middle(board.spaces[index], grid));
  return svg("line", { x1, y1, x2, y2, class: classes("link", `sort${sort % 4}`, over) }, ...(name ? [svg("title", {}, name)] : []));
}

const middle = (space, grid) => grid.at(space).map((value, axis) => value + (axis ? grid.tall : grid.size) / 2);

// Whether a link runs below a space that is none of its ends: it is seen through that one then.
function isHidden([one, other], board, grid) {
  const [[x1, y1], [x2, y2]] = [one, other].map(index => middle(board.spaces[index], grid));
  return board.spaces.some((space, index) => {
    if (index === one || index === other) return false;
    const [left, top] = grid.at(space);
    for (let step = 1; step < 40; step += 1) {
      const x = x1 + (x2 - x1) * step / 40, y = y1 + (y2 - y1) * step / 40;
      if (left < x && x < left + grid.size && top < y && y < top + grid.tall) return true;
    }
    return false;
  });
}

const shortly = name => name.length > 6 ? name.split(" ").map(word => word[0]).join("") : name;
const about = item => [item.name, ...said(item.fields)].join(" · ");

function tells(space, board) {
  return board.only ? space.fields.map(([, value]) => value).filter(value => value !== says.none) : said(space.fields);
}

// What is drawn in a space: men told by fields (whose, and which), pieces, and plain words for all other fields.
function tokensOf(space, board, names, items) {
  const whose = space.fields.find(([, value]) => names.includes(value));
  const owner = whose ? names.indexOf(whose[1]) + 1 : 0;
  const others = space.fields.filter(field => field !== whose && field[1] !== says.none && field[1] !== says.no);
  const sort = others.find(([, value]) => value !== says.yes && !/^\d+$/.test(value));
  const tokens = items.map(item => ({ label: item.name, owner: item.owner, known: item.known, name: item.known ? item.name : "", at: item.at ?? "", more: said(item.fields).join(" · ") }));
  if (owner && sort) tokens.push({ label: sort[1], owner, known: true, name: "", more: "" });
  else if (owner) tokens.push({ label: board.only ? "" : plain(whose[0]), drawn: plain(whose[0]), owner, known: true, name: "", more: "" });
  const rest = others.filter(field => !(owner && field === sort)).map(([name, value]) => value === says.yes ? plain(name) : board.only || field_says(value) ? value : `${plain(name)} ${value}`);
  return { tokens, rest };
}

const field_says = value => !/^\d+$/.test(value);

function drawInside(group, { tokens, rest }, x, y, grid, touch) {
  const big = grid.size >= 100, room = grid.tall - 16;
  const shown = tokens.slice(0, big ? Math.max(3, Math.floor(room / 12)) : 4);
  const beside = shown.length > 2 || shown.every(token => isShort(token.label, grid.size / 2 - 6));
  const across = (big ? shown.length > 4 : shown.length > 1 && beside) ? 2 : 1, down = Math.ceil(shown.length / across);
  const wide = (grid.size - 8) / across, high = Math.min(big ? 24 : 44, (room - (rest.length ? 14 : 0)) / Math.max(down, 1));
  shown.forEach((token, index) => {
    const left = x + 4 + (index % across) * wide, top = y + 14 + Math.floor(index / across) * high;
    group.append(drawToken(token, left, top, wide - 2, high - 2, big, touch));
  });
  if (tokens.length > shown.length) group.append(svg("text", { class: "where", x: x + grid.size - 3, y: y + 11, "text-anchor": "end" }, `+${tokens.length - shown.length}`));
  const lines = rest.flatMap(text => wrapped(text, Math.floor(grid.size / 6.4)));
  const first = y + 14 + down * high + 10;
  lines.slice(0, Math.max(0, Math.floor((y + grid.tall - first) / 11) + 1)).forEach((line, index) =>
    group.append(svg("text", { class: "told", x: x + grid.size / 2, y: first + index * 11, "text-anchor": "middle" }, line)));
}

function drawToken(token, x, y, wide, high, big, touch) {
  const name = token.name || (touch.isLit(token.label, token.at) ? token.label : ""); // a back only where it can be chosen
  const lit = name && touch.isLit(name, token.at);
  const made = svg("g", { class: classes("token", `p${token.owner}`, !token.known && "hidden-face", lit && "lit", name && touch.isPicked(name, token.at) && "picked"),
    "data-name": name || null, "data-at": (name && token.at) || null, role: lit ? "button" : null, tabindex: lit ? "0" : null, "aria-label": lit ? token.label : null });
  const image = touch.image(token.drawn ?? token.label, token.owner);
  if (image) {
    made.append(svg("rect", { class: "bare", x, y, width: wide, height: high, rx: 3 }),
      svg("image", { href: image, x, y, width: wide, height: high }), svg("title", {}, [token.label, token.more].filter(Boolean).join(": ")));
    return made;
  }
  const label = big ? cut(token.label, Math.floor(wide / 6.4)) : initials(token.label, wide);
  const round = big ? 5 : Math.min(wide, high) / 2;
  const [width, left] = big || label.length > 3 ? [wide, x] : [Math.min(wide, high), x + (wide - Math.min(wide, high)) / 2];
  made.append(svg("rect", { x: left, y, width, height: high, rx: round }),
    svg("text", { x: left + width / 2, y: y + high / 2 + (big ? 4 : 5), "text-anchor": "middle", class: label.length <= 2 ? "man" : "told" }, label));
  if (token.owner) made.append(svg("text", { class: "whose", x: left + width - 3, y: y + 8, "text-anchor": "end" }, String.fromCharCode(64 + token.owner)));
  if (token.more) made.append(svg("title", {}, `${token.label}: ${token.more}`));
  return made;
}

// Whether a name can be read in so little room, whole or by its initials. Two pieces of which one cannot stand below each other.
const isShort = (label, wide) => label.length * 6.4 <= wide || /[\s-]/.test(label);

function initials(label, wide) {
  if (label.length * 6.4 <= wide) return label;
  const words = label.split(/[\s-]+/);
  return words.length > 1 ? words.slice(0, 3).map(word => word[0].toUpperCase()).join("") : label.slice(0, Math.max(2, Math.floor(wide / 8)));
}

const cut = (text, width) => text.length > width ? `${text.slice(0, width - 1)}…` : text;

function straight(edge, index, grid) {
  const [x, y] = grid.at(edge), s = grid.size, h = grid.tall;
  return index === 0 ? { x1: x + s, y1: y, x2: x + s, y2: y + h } : { x1: x, y1: y, x2: x + s, y2: y };
}

function slanted(edge, board, grid) {
  const [a, b, c, d] = grid.pointsOf(edge, board), [x1, y1] = grid.point(a, b), [x2, y2] = grid.point(c, d);
  return { x1, y1, x2, y2 };
}

// A corner of hexagons: a spot with the letters of what it holds or says, in the colour of whose it is.
function drawCorner(corner, board, grid, names, touch) {
  const lit = touch.isNamed(corner.name), { tokens, rest } = tokensOf(corner, board, names, corner.zones.flatMap(zone => zone.items));
  const told = [...tokens.map(token => token.label), ...rest];
  if (!told.length && !lit) return [];
  const [x, y] = grid.point(...grid.pointsOf(corner, board)), owner = tokens[0]?.owner ?? 0;
  const made = svg("g", { class: classes("token", `p${owner}`, lit && "lit", touch.isPicked(corner.name, "") && "picked"), "data-name": corner.name,
    role: lit ? "button" : "img", tabindex: lit ? "0" : null, "aria-label": [corner.name, ...told].join(", ") });
  made.append(svg("circle", { cx: x, cy: y, r: told.length ? 11 : 7 }), svg("title", {}, [corner.name, ...told].join(", ")));
  const word = [...(owner ? [names[owner - 1]] : []), ...rest].map(each => each[0].toUpperCase()).join("").slice(0, 3) || told[0]?.[0].toUpperCase();
  if (word) made.append(svg("text", { x, y: y + 4, "text-anchor": "middle", class: "told" }, word));
  return [made];
}

function drawEdge(edge, board, index, grid, touch, names) {
  const lit = board.points.length ? touch.isNamed(edge.name) : touch.isLit(edge.name, ""), told = [...said(edge.fields.filter(([, value]) => !board.points.length || (value !== says.none && value !== says.no))), ...edge.zones.flatMap(zone => zone.items.map(item => item.name))];
  if (!told.length && !lit) return [];
  const line = board.points.length ? slanted(edge, board, grid) : straight(edge, index, grid);
  const value = edge.fields.find(([name]) => board.values[name])?.[1];
  const owner = names.indexOf(edge.fields.find(([, value]) => names.includes(value))?.[1]) + 1;
  const sort = value ? board.values[edge.fields.find(([name]) => board.values[name])[0]].indexOf(value) : 0;
  return [svg("line", { ...line, class: classes("edge", `sort${Math.max(sort, 0) % 5}`, owner && `p${owner}`, edge.zones.some(zone => zone.items.length) && "held", lit && "lit"),
    "data-name": edge.name, role: lit ? "button" : "img", tabindex: lit ? "0" : null, "aria-label": [edge.name, ...told].join(", ") }, svg("title", {}, [edge.name, ...told].join(", ")))];
}

function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(/\s/)) {
    if (lines.at(-1) && lines.at(-1).length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
  }
  return lines;
}
