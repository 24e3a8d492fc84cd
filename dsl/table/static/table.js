// The page of a seat: it shows what the server tells, and sends what a person does. Nothing is decided here.

import { drawOffered, drawPosition } from "/static/draw.js";
import { drawDesigner } from "/static/designer.js";
import { drawHost } from "/static/host.js";
import { el, fact, says as read } from "/static/nodes.js";
import { Picks } from "/static/picks.js";
import { picture, save } from "/static/picture.js";
import { pointing } from "/static/pointing.js";
import { drawTogether } from "/static/together.js";
import { language, speak, t } from "/static/words.js";

const at = id => document.getElementById(id);
let state = null, past = null, socket = null, next = 1, wait = 500;
const waiting = new Map(), faces = new Map();
let wanted = new Set(), fetching = false;
const picks = new Picks(() => state?.mine && !past ? state.position : null);

function connect() {
  const [token, opened] = location.hash.slice(1).split("/");
  at("designer").hidden = opened !== "designer";
  if (!token) { status(t("This page needs the whole link of a seat.")); return; }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
  socket.addEventListener("open", () => { wait = 500; socket.send(JSON.stringify({ hello: token, language, changes: true })); });
  socket.addEventListener("message", event => received(JSON.parse(event.data)));
  socket.addEventListener("close", event => {
    waiting.clear();
    fetching = false;
    if (event.code === 4401) { status(t("This link belongs to no table here.")); return; }
    status(t("Connection lost; trying again …"));
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  });
}

function received(message) {
  if (message.state || message.change) {
    if (!state) ask({ do: "look" }, answer => { if (answer.look?.images) { touch.look = answer.look; show(); } });
    const known = state?.revision;
    state = message.state ?? changed(state, message.change);
    const moved = state.revision !== known;
    if (moved) { picks.clear(); hint(null); design(); }
    Object.assign(read, state.says);
    if (past) slider();
    else { show(); if (moved) reveal(); }
    return;
  }
  const done = waiting.get(message.answer);
  waiting.delete(message.answer);
  if (done) done(message);
}

// What the server says has changed since the last time: see dsl/table/changes.py.
function changed(before, by) {
  if ("all" in by) return by.all;
  if ("add" in by) return [...before.slice(by.drop), ...by.add];
  const found = Array.isArray(before) ? [...before] : { ...before };
  for (const key of by.out ?? []) delete found[key];
  for (const [key, each] of Object.entries(by.in)) found[key] = changed(found[key], each);
  return found;
}

function ask(request, done) {
  if (!socket || socket.readyState !== WebSocket.OPEN) { told(t("You are not connected just now."), true); return; }
  const id = next++;
  waiting.set(id, done);
  socket.send(JSON.stringify({ id, ...request }));
}

const fold = name => name.toLowerCase();
const status = text => { at("status").textContent = text; };
const told = (text, bad = false) => { at("told").textContent = text; at("told").className = bad ? "refused" : ""; };

function move(text) {
  ask({ do: "move", text, revision: state.revision }, answer => {
    if (!answer.refused) { told(""); at("words").value = ""; return; }
    told(answer.refused, true);
    question("why not", text);
  });
}

// Several things at once: what was picked is taken, and nothing of it if one of them cannot be.
function take(texts) {
  ask({ do: "take", texts, revision: state.revision }, answer => told(answer.refused ?? "", Boolean(answer.refused)));
}

function question(what, text) {
  ask({ do: what, text }, answer => {
    if (answer.refused) told(answer.refused, true);
    else if (answer.card) explain(card(answer.card));
    else if (answer.reason) explain(el("div", {}, reason(answer.reason)));
    else explain(explanation(answer.explanation));
  });
}

const card = each => el("div", {}, el("p", {}, el("strong", {}, each.title), each.gloss ? ` (${each.gloss})` : "", ` — ${each.kind}`),
  el("p", {}, each.printed.map(fact).join(" · ")), el("p", {}, each.text),
  ...each.rules.map(([id, words]) => el("p", { class: "place" }, `${id}: ${words}`)), el("p", { class: "place" }, each.place));

function explain(node) {
  at("answer").replaceChildren(node, el("button", { type: "button", onclick: () => { at("answer").hidden = true; } }, t("Close")));
  at("answer").hidden = false;
}

const where = each => [each.place, ...each.cites].filter(Boolean).join(", ");
const reason = each => el("div", {}, each.value ? `${each.words}: ${each.value}` : each.words, " ", el("span", { class: "place" }, where(each)),
  each.parts.length ? el("ul", {}, ...each.parts.map(part => el("li", {}, reason(part)))) : null);

function explanation(each) {
  return el("div", {}, el("p", {}, each.summary), el("ul", {}, ...each.requirements.map(one =>
    el("li", { class: one.met === null ? "unknown" : one.met ? "met" : "unmet" }, one.words, " ", el("span", { class: "place" }, where(one))))),
  each.changes.length ? el("p", {}, t("What can be done: {0}", each.changes.join("; "))) : null);
}

function hint(node, x = 0, y = 0) {
  at("hint").hidden = !node;
  if (!node) return;
  at("hint").replaceChildren(node);
  at("hint").style.left = `${Math.max(4, Math.min(x + 12, innerWidth - at("hint").offsetWidth - 8))}px`;
  at("hint").style.top = `${Math.max(4, Math.min(y + 12, innerHeight - at("hint").offsetHeight - 8))}px`;
}

// ---- picking things ----

const touch = {
  look: { images: {}, colours: {}, positions: {} },
  unfolded: new Set(), // zones of many cards that somebody wants to see
  image: (name, owner) => touch.look.images[`${fold(name)} of ${String.fromCharCode(96 + owner)}`] ?? touch.look.images[fold(name)] ?? null,
  isLit: (name, at) => picks.isLit(name, at),
  isNamed: name => picks.isNamed(name),
  named: () => picks.named(),
  isPicked: (name, at) => picks.isPicked(name, at),
  read: name => question("card", name),
  grasp: (name, at) => { picks.add(name, at); show(); },
  pick: (name, at) => {
    const meant = picks.toggle(name, at);
    if (meant) move(meant.text);
    else show();
  },
  wonders: () => state?.mine && !past && picks.any,
  wonder: (name, x, y, card) => {
    if (!state.mine || past) { if (card) question("card", name); return; }
    ask({ do: "why not", text: [...picks.names, name].join(" ") }, answer => {
      if (answer.explanation && !answer.explanation.legal) hint(explanation(answer.explanation), x, y);
      else if (card) question("card", name);
      else if (answer.refused) hint(el("p", {}, answer.refused), x, y);
    });
  },
  face: name => {
    if (!faces.has(name)) wanted.add(name);
    return faces.get(name) ?? null;
  },
};

// What is printed on cards is asked for once, for all cards that came into sight.
function look() {
  const titles = [...wanted].filter(name => !faces.has(name)).slice(0, 200);
  wanted = new Set();
  if (!titles.length || fetching) return;
  fetching = true;
  ask({ do: "faces", titles }, answer => {
    fetching = false;
    for (const title of titles) faces.set(title, answer.faces?.[title] ?? null);
    show();
  });
}

// ---- the screen ----

function show() {
  if (!state) return;
  const position = past ?? state.position;
  document.title = `${position.title} — ${state.name}`;
  document.body.classList.toggle("past", Boolean(past));
  at("title").textContent = position.title;
  status([t("You are {0}", state.seat > 0 ? state.name : state.seat ? t("the host") : t("an onlooker")),
    state.there.length ? t("here: {0}", state.there.join(", ")) : "", state.paused ? t("stopped for a while") : ""].filter(Boolean).join(" · "));
  at("trouble").hidden = !state.trouble;
  at("trouble").textContent = state.trouble;
  const refocus = picks.focused();
  at("position").replaceChildren(...drawPosition(position, state.seat, touch));
  const drawn = new Set([...at("position").querySelectorAll("[data-name]")].map(each => each.dataset.name));
  at("position").prepend(drawOffered(touch.named().filter(name => !drawn.has(name)), touch) ?? "");
  refocus();
  at("prompt").textContent = prompt(position);
  at("ready").textContent = past ? "" : ready();
  at("ready").hidden = !at("ready").textContent;
  const moves = picks.open();
  if (picks.together) drawTogether(at("moves"), at("together"), picks, { show, take });
  else at("moves").replaceChildren(...moves.slice(0, 300).map(each => el("li", {}, el("button", { type: "button", "data-move": each.text, onclick: () => move(each.text) }, each.text))));
  at("together").hidden = !picks.together;
  at("spellings").replaceChildren(...moves.slice(0, 300).map(each => el("option", { value: each.text })));
  numbers(moves);
  log(position);
  proposal();
  slider();
  if (state.seat < 0) { at("host").hidden = false; if (!(at("host").contains(document.activeElement) && document.activeElement.localName === "input")) drawHost(at("host"), state, past?.at ?? state.moments - 1, ask, told); }
  look();
}

function design() {
  if (!at("designer").hidden) drawDesigner(at("designer"), state, ask, () => { at("designer").hidden = true; at("design").focus(); });
}

// What can be clicked is brought into sight, if nothing of it is there.
function reveal() {
  if (innerWidth <= 800) return; // there the list of moves stands on top
  const lit = [...document.querySelectorAll("#position .lit")], seen = lit.some(each => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  if (!seen) lit[0]?.scrollIntoView({ block: "center" });
}

function log(position) {
  at("log").start = position.first;
  const down = at("log").scrollTop + at("log").clientHeight >= at("log").scrollHeight - 30;
  at("log").replaceChildren(...position.log.map((line, index) =>
    el("li", {}, el("button", { type: "button", onclick: () => question("because", String(position.first + index)) }, line))));
  if (down) at("log").scrollTop = at("log").scrollHeight;
}

function prompt(position) {
  if (position.over) return position.ending ? t("The game is over: {0}.", position.ending) : t("The game is over.");
  if (position.unseen) return t("Others are choosing unseen.");
  const who = position.players.find(each => each.number === position.asked)?.name;
  if (state.mine && position.types) return t("You are asked: {0} (type a word)", position.prompt);
  return state.mine ? t("You are asked: {0}", position.prompt) : who ? t("{0} is asked: {1}", who, position.prompt) : "";
}

// In sealed choices: who has made them, where the rules make public who is asked.
function ready() {
  if (!state.ready) return "";
  const { done, left } = state.ready;
  return `${done.length ? t("Ready: {0}.", done.join(", ")) : t("Nobody is ready yet.")} ${t("Still choosing: {0}.", left.join(", "))}`;
}

// Where the moves differ by one number alone, it can be set; where they are many numbers, only their ends are told.
function numbers(moves) {
  const run = state.mine && !past ? state.position.numbers : null;
  if (run) moves = [...run, ...run, run[0]].map(each => ({ text: String(each) }));
  const cut = moves.map(each => each.text.match(/^(\D*)(\d+)(\D*)$/));
  const alike = moves.length > 4 && cut.every(each => each && each[1] === cut[0][1] && each[3] === cut[0][3]);
  at("number").hidden = !alike;
  if (!alike) return;
  const all = cut.map(each => Number(each[2]));
  const box = el("input", { type: "number", min: Math.min(...all), max: Math.max(...all), value: all[0], "aria-label": t("number") });
  at("number").onsubmit = event => { event.preventDefault(); move(`${cut[0][1]}${box.value}${cut[0][3]}`); };
  at("number").replaceChildren(cut[0][1], box, cut[0][3], el("button", {}, t("Choose")));
}

function proposal() {
  const asked = state.proposal;
  at("proposal").hidden = !asked;
  if (!asked) return;
  const words = asked.mine ? t("The others are asked whether you may take it back.") : t("{0} wants to take the last decision back ({1}).", asked.by, asked.why.join(", "));
  const answer = yes => el("button", { type: "button", onclick: () => ask({ do: "agree", yes }, () => {}) }, yes ? t("Agree") : t("Refuse"));
  at("proposal").replaceChildren(el("p", {}, words), ...(asked.asked ? [answer(true), answer(false)] : []));
}

function slider() {
  at("slider").max = state.moments - 1;
  if (!past) at("slider").value = state.moments - 1;
}

at("typed").addEventListener("submit", event => {
  event.preventDefault();
  const text = at("words").value.trim();
  if (!text) return;
  const asked = [["why not", "why not"], ["why not", t("why not")], ["why", "why"], ["why", t("why")]].find(([, words]) => fold(text) === words || fold(text).startsWith(`${words} `));
  if (asked) question(asked[0], text.slice(asked[1].length).trim());
  else if (/^\d+$/.test(text) && picks.open()[Number(text) - 1]) move(picks.open()[Number(text) - 1].text);
  else move(text);
});
// The other mouse button, or a long press, on a move of the list: what is printed on the card in it.
at("moves").addEventListener("contextmenu", event => {
  const text = event.target.closest?.("[data-move]")?.dataset.move, things = picks.open().find(each => each.text === text)?.things ?? [];
  const card = things.find(name => faces.get(name)) ?? things[0];
  if (card) { event.preventDefault(); question("card", card); }
});
at("undo").addEventListener("click", () => ask({ do: "undo", revision: state.revision }, answer => told(answer.refused ?? "", true)));
at("slider").addEventListener("change", () => ask({ do: "past", number: Number(at("slider").value) }, answer => {
  if (answer.refused) { told(answer.refused, true); return; }
  past = answer.past;
  at("now").hidden = false;
  show();
}));
at("now").addEventListener("click", () => { past = null; at("now").hidden = true; show(); });
at("scenario").addEventListener("click", () => ask({ do: "scenario" }, answer => {
  if (answer.refused) told(answer.refused, true);
  else save("played.rules", answer.scenario, "text/plain");
}));
at("skip").addEventListener("click", () => at("words").focus());
at("design").addEventListener("click", () => { at("designer").hidden = !at("designer").hidden; design(); });
for (const kind of ["svg", "png"]) at(kind).addEventListener("click", async () => { if (!await picture(kind)) told(t("There is no board to draw."), true); });
document.addEventListener("pointerdown", event => { if (!at("hint").contains(event.target)) hint(null); });
document.addEventListener("keydown", event => { if (event.key === "Escape") { hint(null); if (picks.any) { picks.clear(); show(); } } });
at("language").value = language;
at("language").addEventListener("change", async () => {
  await speak(at("language").value);
  localStorage.setItem("language", language);
  faces.clear();
  past = null; at("now").hidden = true; at("answer").hidden = true; told("");
  ask({ do: "language", text: language }, () => {
    ask({ do: "look" }, answer => { if (answer.look?.images) touch.look = answer.look; show(); design(); });
  });
});
window.addEventListener("hashchange", () => location.reload());
pointing(at("position"), touch);
await speak(language);
connect();
