// The colours, by the very engine that the editor has.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar } = require("vscode-textmate");

const FILE = path.join(__dirname, "..", "syntaxes", "rules.tmLanguage.json");

async function grammar() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const registry = new Registry({ onigLib, loadGrammar: async () => parseRawGrammar(fs.readFileSync(FILE, "utf8"), FILE) });
  return registry.loadGrammar("source.rules");
}

test("words, texts with braces, numbers and citations are told apart", async () => {
  const line = 'say "{n} of 3"; raise u.wounds by 2  @FX-1.1  # why';
  const { tokens } = (await grammar()).tokenizeLine(line, null);
  const told = new Map(tokens.map((each) => [line.slice(each.startIndex, each.endIndex), each.scopes.at(-1)]));
  assert.equal(told.get("say"), "keyword.control.rules");
  assert.equal(told.get("2"), "constant.numeric.rules");
  assert.equal(told.get("@FX-1.1"), "storage.type.annotation.rules");
  assert.equal(told.get("# why"), "comment.line.number-sign.rules");
  assert.ok([...told].some(([text, scope]) => text.includes("n") && scope === "meta.embedded.rules"));
  assert.equal(told.get(" of 3"), "string.quoted.double.rules");
});
