"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { gameOf, scenariosOf, commandLine } = require("../games");

test("the game of a file lies above it", () => {
  const folder = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "game-"));
  fs.mkdirSync(path.join(folder, "scenarios"));
  fs.writeFileSync(path.join(folder, "game.rules"), 'game "Foxes" for 2 players\n');
  assert.equal(gameOf(path.join(folder, "scenarios", "a.rules")), folder);
  const alone = path.join(path.parse(folder).root, "alone.rules");
  assert.equal(gameOf(alone), alone);
});

test("scenarios are found by their titles", () => {
  const text = '# scenario "no"\nscenario "a \\"bite\\"" proves @A-1:\n    run hunt\nscenario "two":\n';
  assert.deepEqual(scenariosOf(text), [
    { title: 'a "bite"', line: 1 },
    { title: "two", line: 3 },
  ]);
});

test("titles cannot act on a shell", () => {
  assert.equal(commandLine(["rulewright", "play", "a b", "--scenario", "it's $(x)"], false), "rulewright play 'a b' --scenario 'it'\\''s $(x)'");
  assert.equal(commandLine(["C:\\a b\\rulewright", "it's"], true), "& 'C:\\a b\\rulewright' 'it''s'");
});
