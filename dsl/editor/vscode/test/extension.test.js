// The extension without an editor: what it registers is what its manifest and the language server speak of.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { test } = require("node:test");

const sent = [];
const registered = new Map();
const executed = [];
let started;

class Emitter {
  constructor() {
    this.event = () => {};
  }
  fire() {}
}
class TreeItem {
  constructor(label) {
    this.label = label;
  }
}
const uri = (fsPath) => ({ fsPath, toString: () => `file://${fsPath}` });
const vscode = {
  EventEmitter: Emitter,
  TreeItem,
  TreeItemCollapsibleState: { Collapsed: 1 },
  Uri: { parse: (text) => uri(text.replace("file://", "")), file: uri },
  Position: class {},
  Range: class {},
  Location: class {},
  commands: {
    registerCommand: (name, action) => (registered.set(name, action), {}),
    executeCommand: (...words) => executed.push(words),
  },
  window: {
    terminals: [],
    createTerminal: () => ({ show: () => {}, sendText: (text) => sent.push(text) }),
    registerTreeDataProvider: (name, provider) => (registered.set(name, provider), {}),
    showInformationMessage: () => {},
  },
  workspace: {
    getConfiguration: () => ({ get: (_, usual) => usual }),
    createFileSystemWatcher: () => ({ onDidChange() {}, onDidCreate() {}, onDidDelete() {} }),
    findFiles: async () => [uri("/game/b.rules"), uri("/game/a.rules")],
    asRelativePath: (at) => path.basename(at.fsPath),
    fs: { readFile: async (at) => Buffer.from(at.fsPath.includes("a.rules") ? 'scenario "one":\n    run x\n' : "enum A: b\n") },
  },
};
class LanguageClient {
  constructor(id, name, server) {
    started = server;
  }
  async start() {}
}
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return { LanguageClient, TransportKind: { stdio: 0 } };
  return load(name, ...rest);
};

test("every command of the manifest does something", async () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "package.json"), "utf8"));
  await require("../extension").activate({ subscriptions: [] });
  assert.deepEqual(started, { command: "rulewright", args: ["lsp"], transport: 0 });
  for (const { command } of manifest.contributes.commands) assert.ok(registered.has(command), command);
  registered.get("rulewright.play")("file:///game/a.rules", "a bite");
  assert.match(sent[0], /^rulewright play \S+ --scenario 'a bite'$/);
  registered.get("rulewright.runScenario")("file:///game/a.rules", "a bite");
  assert.deepEqual(executed.at(-1), ["rulewright.test", "file:///game/a.rules", "a bite"]);
});

test("the explorer lists files with scenarios", async () => {
  const list = registered.get("rulewright.scenarios");
  const files = await list.getChildren();
  assert.deepEqual(files.map((each) => each.label), ["a.rules"]);
  assert.deepEqual((await list.getChildren(files[0])).map((each) => each.label), ["one"]);
});
