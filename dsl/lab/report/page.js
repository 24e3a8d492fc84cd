"use strict";
const worth = (cell) => {
  const text = cell.textContent.replace(/,/g, "").trim();
  const number = parseFloat(text);
  return text === "" ? [2, 0] : /^[+-]?[\d.]/.test(text) && !Number.isNaN(number) ? [0, number] : [1, text];
};
const order = (a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.querySelectorAll("th")];
  heads.forEach((head, at) => {
    head.setAttribute("aria-sort", "none");
    head.tabIndex = 0;
    const sort = () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((each) => each.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const a = worth(one.cells[at]), b = worth(other.cells[at]);
        return a[0] !== b[0] ? a[0] - b[0] : down ? order(b, a) : order(a, b);
      });
      table.tBodies[0].append(...rows);
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
