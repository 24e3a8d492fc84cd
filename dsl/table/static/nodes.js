// Making nodes. Only text nodes and attributes: no game can bring markup or script along.

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

export function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const plain = name => name.replaceAll("_", " ");
export const classes = (...names) => names.filter(Boolean).join(" ");
// How yes, no and nothing read in the language of the position: the server says it with each state.
export const says = { yes: "yes", no: "no", none: "none", nothing: "nothing" };
export const fact = ([name, value]) => value === says.yes ? plain(name) : `${plain(name)} ${plain(value)}`;
export const said = fields => fields.filter(([, value]) => value !== says.no && value !== says.none && value !== "0" && value !== says.nothing).map(fact);
// Where a piece lies, as moves say it: the words of its zone, and its cell in a layout. Of a piece that is not known its
// place in the zone is all that tells which it is. Between words and place stands a character that no words hold.
export const spot = (zone, item) => item.cell ? `${zone.words}\x1f${item.cell[0]},${item.cell[1]}` : item.known ? zone.words : `${zone.words}\x1f#${zone.items.indexOf(item)}`;
export const isBack = at => /\x1f#\d+$/.test(at);
