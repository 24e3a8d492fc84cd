// What can be told without an editor: which game a file belongs to, its scenarios, the words of commands.
"use strict";
const fs = require("fs");
const path = require("path");

const MAIN = "game.rules";
const MOST_FOLDERS = 8; // as the language server looks

/** The folder of the game that a file belongs to, or the file itself. */
function gameOf(file) {
  let folder = path.dirname(file);
  for (let up = 0; up < MOST_FOLDERS; up++) {
    if (fs.existsSync(path.join(folder, MAIN))) return folder;
    if (path.dirname(folder) === folder) break;
    folder = path.dirname(folder);
  }
  return file;
}

/** The scenarios of a text: their titles, and the lines they begin at, from 0. */
function scenariosOf(text) {
  const found = [];
  text.split(/\r?\n/).forEach((line, number) => {
    const match = /^scenario "((?:\\.|[^"\\])*)"/.exec(line);
    if (match) found.push({ title: match[1].replace(/\\(.)/g, "$1"), line: number });
  });
  return found;
}

/** A word as a shell of the terminal reads it; `windows`: PowerShell, else a POSIX shell. */
function quoted(word, windows = process.platform === "win32") {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (windows || !word.includes("\\"))) return word;
  return windows ? `'${word.replace(/'/g, "''")}'` : `'${word.replace(/'/g, `'\\''`)}'`;
}

/** A command line; `windows`: PowerShell, which calls a quoted program by &. */
function commandLine(words, windows = process.platform === "win32") {
  const line = words.map((word) => quoted(word, windows)).join(" ");
  return windows && line.startsWith("'") ? `& ${line}` : line;
}

module.exports = { gameOf, scenariosOf, quoted, commandLine };
