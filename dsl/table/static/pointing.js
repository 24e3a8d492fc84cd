// Pointing at things: click, drag and drop, keys, and resting on something for the reason why it cannot be chosen.

const REST = 600, FAR = 8;

export function pointing(where, touch) {
  let from = null, ghost = null, resting = 0, dragged = false;
  const thing = event => event.target.closest?.("[data-name]");
  const end = () => { ghost?.remove(); ghost = null; from = null; };

  where.addEventListener("click", event => {
    const found = thing(event);
    if (dragged) { dragged = false; return; }
    if (found) press(found, touch);
  });
  where.addEventListener("keydown", event => {
    const found = thing(event);
    if (found && found.localName !== "button" && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); press(found, touch); }
  });
  where.addEventListener("contextmenu", event => {
    const found = thing(event);
    if (found) { event.preventDefault(); touch.wonder(found.dataset.name, event.clientX, event.clientY, true); }
  });
  where.addEventListener("pointerdown", event => {
    dragged = false;
    const found = thing(event);
    if (found && event.pointerType !== "touch" && event.button === 0 && found.classList.contains("lit")) from = { name: found.dataset.name, at: found.dataset.at ?? "", x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", event => {
    if (!from) return;
    if (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR) {
      dragged = true;
      if (!touch.isPicked(from.name, from.at)) touch.grasp(from.name, from.at);
      ghost = document.createElement("div");
      ghost.className = "ghost";
      ghost.textContent = from.name;
      document.body.append(ghost);
    }
    if (ghost) { ghost.style.left = `${event.clientX + 6}px`; ghost.style.top = `${event.clientY + 6}px`; }
  });
  addEventListener("pointerup", event => {
    if (ghost) {
      const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-name]");
      if (found && found.dataset.name !== from.name) {
        if (touch.isLit(found.dataset.name, found.dataset.at ?? "")) touch.pick(found.dataset.name, found.dataset.at ?? "");
        else touch.wonder(found.dataset.name, event.clientX, event.clientY, false);
      }
    }
    end();
  });
  addEventListener("pointercancel", end);
  where.addEventListener("pointerover", event => {
    clearTimeout(resting);
    const found = thing(event);
    if (found && event.pointerType !== "touch" && !found.classList.contains("lit") && touch.wonders())
      resting = setTimeout(() => touch.wonder(found.dataset.name, event.clientX, event.clientY, false), REST);
  });
  where.addEventListener("pointerleave", () => clearTimeout(resting));
}

function press(found, touch) {
  const { name, at = "" } = found.dataset, outer = found.parentElement?.closest("[data-name]")?.dataset.name;
  const exact = outer ? `${name} at ${outer}` : name;
  if (touch.isNamed(exact)) touch.pick(exact, "");
  else if (touch.isLit(name, at)) touch.pick(name, at);
  else if (outer && touch.isLit(outer, "")) touch.pick(outer, "");
  else touch.read(name);
}
