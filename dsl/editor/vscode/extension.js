// The language client, commands in the terminal, and a list of scenarios.
"use strict";
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { gameOf, scenariosOf, commandLine } = require("./games");

let client;

function program() {
  return vscode.workspace.getConfiguration("rulewright").get("command", ["rulewright"]);
}

function inTerminal(...words) {
  const terminal = vscode.window.terminals.find((each) => each.name === "Rulewright") || vscode.window.createTerminal("Rulewright");
  terminal.show();
  terminal.sendText(commandLine([...program(), ...words]));
}

function currentGame() {
  const editor = vscode.window.activeTextEditor;
  if (editor && editor.document.uri.scheme === "file") return gameOf(editor.document.uri.fsPath);
  vscode.window.showInformationMessage("Open a file of the game first.");
  return undefined;
}

/** What a lens or an entry of the list hands over: a document and a title. */
function chosen(entry, title) {
  if (typeof entry === "string") return { file: vscode.Uri.parse(entry).fsPath, title };
  return { file: entry.uri.fsPath, title: entry.label };
}

class Scenarios {
  constructor() {
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  getTreeItem(entry) {
    return entry;
  }

  async getChildren(entry) {
    if (entry) return this.scenarios(entry.uri);
    const files = await vscode.workspace.findFiles("**/*.rules", "**/node_modules/**", 2000);
    const entries = [];
    for (const uri of files.sort((a, b) => (a.fsPath < b.fsPath ? -1 : 1))) {
      if ((await this.scenarios(uri)).length) {
        const item = new vscode.TreeItem(vscode.workspace.asRelativePath(uri), vscode.TreeItemCollapsibleState.Collapsed);
        item.uri = uri;
        entries.push(item);
      }
    }
    return entries;
  }

  async scenarios(uri) {
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("utf8");
    return scenariosOf(text).map(({ title, line }) => {
      const item = new vscode.TreeItem(title);
      item.uri = uri;
      item.contextValue = "scenario";
      const selection = new vscode.Range(line, 0, line, 0);
      item.command = { command: "vscode.open", title: "Show", arguments: [uri, { selection }] };
      return item;
    });
  }
}

async function activate(context) {
  const [command, ...args] = program();
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{rules,csv,yaml}");
  client = new LanguageClient(
    "rulewright",
    "Rulewright",
    { command, args: [...args, "lsp"], transport: TransportKind.stdio },
    { documentSelector: [{ scheme: "file", language: "rules" }], synchronize: { fileEvents: watcher } }
  );
  const scenarios = new Scenarios();
  const does = (name, action) => context.subscriptions.push(vscode.commands.registerCommand(name, action));
  const withGame = (word) => () => {
    const game = currentGame();
    if (game) inTerminal(word, game);
  };
  does("rulewright.checkGame", withGame("check"));
  does("rulewright.testGame", withGame("test"));
  does("rulewright.playGame", withGame("play"));
  does("rulewright.runScenario", (entry, title) => {
    const it = chosen(entry, title);
    return vscode.commands.executeCommand("rulewright.test", vscode.Uri.file(it.file).toString(), it.title);
  });
  does("rulewright.play", (entry, title) => {
    const it = chosen(entry, title);
    inTerminal("play", gameOf(it.file), "--scenario", it.title);
  });
  does("rulewright.show", (uri, place, places) =>
    vscode.commands.executeCommand(
      "editor.action.showReferences",
      vscode.Uri.parse(uri),
      new vscode.Position(place.line, place.character),
      places.map(({ uri: at, range }) => {
        const { start, end } = range;
        return new vscode.Location(vscode.Uri.parse(at), new vscode.Range(start.line, start.character, end.line, end.character));
      })
    )
  );
  does("rulewright.refresh", () => scenarios.changed.fire());
  watcher.onDidChange(() => scenarios.changed.fire());
  watcher.onDidCreate(() => scenarios.changed.fire());
  watcher.onDidDelete(() => scenarios.changed.fire());
  context.subscriptions.push(watcher, vscode.window.registerTreeDataProvider("rulewright.scenarios", scenarios));
  vscode.commands.executeCommand("setContext", "rulewright.active", true);
  await client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
