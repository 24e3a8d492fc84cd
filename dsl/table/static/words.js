// The words of the page in the language that was chosen; the English words are the keys.

let words = {};
const known = ["en", "pl"];
const chosen = localStorage.getItem("language") ?? await (await fetch("/language")).json();
export let language = known.includes(chosen) ? chosen : navigator.language?.startsWith("pl") ? "pl" : "en";

export const t = (text, ...parts) => (words[text] ?? text).replace(/\{(\d)\}/g, (_, index) => parts[Number(index)] ?? "");

export async function speak(wanted) {
  const answer = await fetch(`/words/${wanted}`);
  if (!answer.ok) return;
  words = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
  for (const each of document.querySelectorAll("[aria-label]")) {
    each.dataset.label ??= each.getAttribute("aria-label");
    each.setAttribute("aria-label", t(each.dataset.label));
  }
  for (const each of document.querySelectorAll(".said")) {
    each.dataset.english ??= each.textContent;
    each.textContent = t(each.dataset.english);
  }
}
