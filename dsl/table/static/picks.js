// What was picked so far, and which moves it leaves open. A move is meant when everything picked stands in it.
//
// A thing is its name, and where it lies if it is a piece: of two guards the one that stands there. Where several things
// are taken together, the moves that were chosen are kept instead, until they are confirmed.

import { isBack } from "/static/nodes.js";

const says = (thing, name) => thing === name || thing.startsWith(`${name} `) || thing.endsWith(` ${name}`);

export class Picks {
  #position;
  #things = [];
  #chosen = [];

  constructor(position) { this.#position = position; } // what is seen now; null where nothing can be picked

  get together() { return this.#position()?.together ?? null; }
  get any() { return this.#things.length + this.#chosen.length > 0; }
  get names() { return this.#things.map(({ name }) => name); }
  get chosen() { return this.#chosen; }

  clear() { this.#things = []; this.#chosen = []; }
  add(name, at) { if (!this.together) this.#things = [...this.#things, { name, at }]; }

  // The moves that are open; those that take one thing of several stand there without the one that ends it.
  open() {
    const position = this.#position(), done = position?.together?.done;
    return position ? position.moves.filter(move => move.text !== done && this.#things.every(each => this.#means(move, each))) : [];
  }

  isNamed(name) { return this.open().some(move => move.things.includes(name)); }
  isLit(name, at) { return this.open().some(move => move.things.some((thing, index) => isBack(at) ? move.spots?.[index] === at : says(thing, name) && lies(move, index, at))); }

  // The things in the moves that are open.
  named() { return [...new Set(this.open().flatMap(move => move.things))]; }

  isPicked(name, at) {
    if (this.together) return this.open().some(move => this.#chosen.includes(move.text) && this.#means(move, { name, at }));
    return this.#find(name, at) >= 0;
  }

  // Pick a thing, or put it back if it was picked; the move that is meant now, if there is one alone.
  toggle(name, at) {
    if (this.together) {
      const meant = this.open().filter(move => this.#means(move, { name, at }));
      if (meant.length === 1) this.choose(meant[0]);
      return null;
    }
    const index = this.#find(name, at);
    this.#things = index >= 0 ? this.#things.toSpliced(index, 1) : [...this.#things, { name, at }];
    const left = this.open();
    return left.length === 1 && this.#things.length ? left[0] : null;
  }

  // Of several things: choose one more of what a move takes; all of them back, if they are chosen.
  choose(move) {
    const count = this.#chosen.filter(text => text === move.text).length;
    if (count < (move.copies ?? 1)) this.#chosen = [...this.#chosen, move.text];
    else this.#chosen = this.#chosen.filter(text => text !== move.text);
  }

  // Gives the keyboard back to the thing that has it now, when everything has been drawn anew; of several that are called
  // the same to the one that stood there.
  focused() {
    const { name, at } = document.activeElement?.dataset ?? {};
    if (!name) return () => {};
    const found = () => [...document.querySelectorAll(`[data-name="${CSS.escape(name)}"]${at ? `[data-at="${CSS.escape(at)}"]` : ""}`)];
    const index = found().indexOf(document.activeElement);
    return () => { const now = found(); (now[index] ?? now[0])?.focus?.(); };
  }

  #find(name, at) { return this.#things.findIndex(each => each.name === name && each.at === at); }

  // A thing whose whole name stands in some move is meant by that name alone: the edge "west of a1" is not the corner
  // "corner west of a1".
  #means(move, { name, at }) {
    if (isBack(at)) return move.spots?.includes(at);
    const whole = this.#position().moves.some(other => other.things.includes(name));
    return move.things.some((thing, index) => (whole ? thing === name : says(thing, name)) && lies(move, index, at));
  }
}

const lies = (move, index, at) => !at || !move.spots?.[index] || move.spots[index] === at;
