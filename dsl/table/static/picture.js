// The boards as a picture to keep, SVG or PNG.

export function save(name, data, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function picture(kind) {
  const board = document.querySelector("svg.board");
  if (!board) return false;
  const copy = board.cloneNode(true);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await (await fetch("/static/board.css")).text();
  copy.prepend(style);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("height", height);
  copy.setAttribute("width", width);
  const text = new XMLSerializer().serializeToString(copy);
  if (kind === "svg") { save("board.svg", text, "image/svg+xml"); return true; }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  save("board.png", await new Promise(done => canvas.toBlob(done)), "image/png");
  return true;
}
