// The page of a seat: it shows what the server tells, and sends what a person does. Nothing is decided here.

import { drawPosition, el } from "/static/draw.js";

const at = id => document.getElementById(id);
let state = null, past = null, socket = null, next = 1, wait = 500, picked = [];
const waiting = new Map();

function connect() {
  const token = location.hash.slice(1);
  if (!token) { status("This page needs the whole link of a seat."); return; }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
  socket.addEventListener("open", () => { wait = 500; socket.send(JSON.stringify({ hello: token })); });
  socket.addEventListener("message", event => received(JSON.parse(event.data)));
  socket.addEventListener("close", event => {
    waiting.clear();
    if (event.code === 4401) { status("This link belongs to no table here."); return; }
    status("Connection lost; trying again …");
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  });
}

function received(message) {
  if (message.state) { state = message.state; picked = []; if (!past) show(); else slider(); return; }
  const done = waiting.get(message.answer);
  waiting.delete(message.answer);
  if (done) done(message);
}

function ask(request, done) {
  if (!socket || socket.readyState !== WebSocket.OPEN) { told("You are not connected just now.", true); return; }
  const id = next++;
  waiting.set(id, done);
  socket.send(JSON.stringify({ id, ...request }));
}

const status = text => { at("status").textContent = text; };
const told = (text, bad = false) => { at("told").textContent = text; at("told").className = bad ? "refused" : ""; };

function move(text) {
  ask({ do: "move", text, revision: state.revision }, answer => {
    if (!answer.refused) { told(""); at("words").value = ""; return; }
    told(answer.refused, true);
    question("why not", text);
  });
}

function question(what, text) {
  ask({ do: what, text }, answer => {
    if (answer.refused) told(answer.refused, true);
    else if (answer.card) explain(card(answer.card));
    else if (answer.reason) explain(el("div", {}, reason(answer.reason)));
    else explain(explanation(answer.explanation));
  });
}

const card = each => el("div", {}, el("p", {}, el("strong", {}, each.title), each.gloss ? ` (${each.gloss})` : "", ` is ${each.kind}`),
  el("p", {}, each.printed.map(([name, value]) => value === "yes" ? name : `${name} ${value}`).join(" · ")), el("p", {}, each.text),
  ...each.rules.map(([id, words]) => el("p", { class: "place" }, `${id}: ${words}`)), el("p", { class: "place" }, each.place));

function explain(node) {
  at("answer").replaceChildren(node, el("button", { type: "button", onclick: () => { at("answer").hidden = true; } }, "Close"));
  at("answer").hidden = false;
}

const where = each => [each.place, ...each.cites].filter(Boolean).join(", ");
const reason = each => el("div", {}, each.value ? `${each.words}: ${each.value}` : each.words, " ", el("span", { class: "place" }, where(each)),
  each.parts.length ? el("ul", {}, ...each.parts.map(part => el("li", {}, reason(part)))) : null);

function explanation(each) {
  return el("div", {}, el("p", {}, each.summary), el("ul", {}, ...each.requirements.map(one =>
    el("li", { class: one.met === null ? "unknown" : one.met ? "met" : "unmet" }, one.words, " ", el("span", { class: "place" }, where(one))))),
  each.changes.length ? el("p", {}, `What can be done: ${each.changes.join("; ")}`) : null);
}

// ---- picking things: a move is meant when everything picked stands in it ----

const open = () => state.mine && !past ? state.position.moves.filter(each => picked.every(name => each.things.some(thing => says(thing, name)))) : [];
const says = (thing, name) => thing === name || thing.startsWith(`${name} `) || thing.endsWith(` ${name}`);
const touch = {
  isLit: name => open().some(each => each.things.some(thing => says(thing, name))),
  isPicked: name => picked.includes(name),
  read: name => question("card", name),
  pick: name => {
    picked = picked.includes(name) ? picked.filter(each => each !== name) : [...picked, name];
    const meant = open();
    if (meant.length === 1 && picked.length) move(meant[0].text);
    else show();
  },
};

// ---- the screen ----

function show() {
  const position = past ?? state.position;
  document.title = `${position.title} — ${state.name}`;
  document.body.classList.toggle("past", Boolean(past));
  at("title").textContent = position.title;
  const seats = state.there.length ? ` · here: ${state.there.join(", ")}` : "";
  status(`You are ${state.seat ? state.name : "an onlooker"}${seats}`);
  const focus = document.activeElement?.getAttribute?.("aria-label");
  at("position").replaceChildren(...drawPosition(position, touch));
  if (focus) document.querySelector(`[aria-label="${CSS.escape(focus)}"]`)?.focus?.();
  at("prompt").textContent = prompt(position);
  at("moves").replaceChildren(...open().slice(0, 300).map(each => el("li", {}, el("button", { type: "button", onclick: () => move(each.text) }, each.text))));
  at("log").start = position.first;
  const down = at("log").scrollTop + at("log").clientHeight >= at("log").scrollHeight - 30;
  at("log").replaceChildren(...position.log.map((line, index) =>
    el("li", {}, el("button", { type: "button", onclick: () => question("because", String(position.first + index)) }, line))));
  if (down) at("log").scrollTop = at("log").scrollHeight;
  proposal();
  slider();
}

function prompt(position) {
  if (position.over) return `The game is over${position.ending ? `: ${position.ending}` : ""}.`;
  if (position.unseen) return "Others are choosing unseen.";
  const who = position.players.find(each => each.number === position.asked)?.name;
  return state.mine ? `You are asked: ${position.prompt}` : who ? `${who} is asked: ${position.prompt}` : "";
}

function proposal() {
  const asked = state.proposal;
  at("proposal").hidden = !asked;
  if (!asked) return;
  const words = asked.mine ? "The others are asked whether you may take it back." : `${asked.by} wants to take a decision back${asked.why.length ? ` (${asked.why.join(", ")})` : ""}.`;
  const answer = yes => el("button", { type: "button", onclick: () => ask({ do: "agree", yes }, () => {}) }, yes ? "Agree" : "Refuse");
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
  if (/^why not\b/i.test(text)) question("why not", text.replace(/^why not\s*/i, ""));
  else if (/^why\b/i.test(text)) question("why", text.replace(/^why\s*/i, ""));
  else if (/^\d+$/.test(text) && open()[Number(text) - 1]) move(open()[Number(text) - 1].text);
  else move(text);
});
at("undo").addEventListener("click", () => ask({ do: "undo", revision: state.revision }, answer => told(answer.refused ?? "", true)));
at("slider").addEventListener("change", () => ask({ do: "past", number: Number(at("slider").value) }, answer => {
  if (answer.refused) { told(answer.refused, true); return; }
  past = answer.past;
  at("now").hidden = false;
  show();
}));
at("now").addEventListener("click", () => { past = null; at("now").hidden = true; show(); });
window.addEventListener("hashchange", () => location.reload());
connect();
