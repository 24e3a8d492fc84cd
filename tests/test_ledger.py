"""Rule ledgers: what is read, and what is refused."""

from __future__ import annotations

import pytest

from dsl.diagnostics import Bag
from dsl.reading.ledger import Ledger, read_ledger
from dsl.reading.plain_yaml import LOADERS, MAX_DEPTH
from dsl.source import check_text

GOOD = """
game: {title: Test, players: 2}
rules:
- id: T-1.1
  where: 1 Start
  kind: setup
  rule: >-
    Every player
    takes a card.
  note: 'Ruling: one.'
- id: T-1.2
  rule: 17
examples:
- id: T-EX-1
  given: nothing
components: [card, 2024-01-01, yes]
"""


def read(text: str) -> tuple[Ledger | None, list[tuple[str, int]]]:
    """What is read of a text, and the code and line of each mistake: the same with every parser of YAML."""
    answers: list[tuple[Ledger | None, list[tuple[str, int]]]] = []
    for loader in LOADERS:
        bag = Bag()
        ledger = read_ledger(check_text("ledger.yaml", text.encode()), bag, loader)
        answers.append((ledger, [(found.code, found.span.line if found.span else 0) for found in bag.all()]))
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


def test_rules_are_read_as_texts() -> None:
    ledger, mistakes = read(GOOD)
    assert ledger is not None and not mistakes
    assert list(ledger.entries) == ["T-1.1", "T-1.2", "T-EX-1"] and ledger.ids == frozenset(ledger.entries)
    first, second = ledger.rules
    assert (first.where, first.kind, first.words, first.note) == (
        "1 Start",
        "setup",
        "Every player takes a card.",
        "Ruling: one.",
    )
    assert second.words == "17" and first.span.text == "T-1.1" and first.span.line == 4


def test_an_id_stands_once() -> None:
    _, mistakes = read("rules:\n- id: A-1\n- id: A-2\n- id: A-1\n")
    assert mistakes == [("E014", 4)]


def test_a_key_stands_once() -> None:
    """The second of two was taken, and nobody knew."""
    _, mistakes = read("rules:\n- id: A-1\n  rule: one\n  rule: two\n")
    assert mistakes == [("E014", 4)]
    _, mistakes = read("rules:\n- id: A-1\nrules:\n- id: A-2\n")
    assert mistakes == [("E014", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "a: &x [1]\nb: *x\n",
        "rules:\n- &x {id: A-1}\n",
        "rules: !!python/object/apply:os.system [ls]\n",
        "rules: !!str x\n",
        "[",
        "rules: [\n",
        "- id: A-1\n",
        "words",
        "",
        "a: 1\n---\nb: 2\n",
        "rules:\n- {id: A-1, <<: {rule: x}}\n",
        "%YAML 9.9\n---\na: 1\n",
        "a: b: c\n",
        "\n".join("[" * 20 for _ in range(40)),
        "rules:\n  - id: A-1\n - id: A-2\n",
    ],
)
def test_what_is_no_plain_list_is_refused(text: str) -> None:
    ledger, mistakes = read(text)
    assert ledger is None and [code for code, _ in mistakes] == ["E014"]


def test_other_shapes_hold_no_rules() -> None:
    ledger, mistakes = read("rules: {a: {id: A-1}}\nother: [3, [{id: A-1}], {no: id}]\nid: A-1\n? [x]\n: [1]\n")
    assert ledger is not None and not ledger.entries and not mistakes


def test_places_are_counted_in_letters() -> None:
    """Also behind letters that take several bytes or two UTF-16 units, and in block and quoted texts."""
    ledger, mistakes = read('łą: 🂡\nrules: # 卡\n- {rule: "ż🂡", id: "Ł-1"}\n- id: Ż-2 # 🂡\n  rule: |\n    a\n    b\n')
    assert ledger is not None and not mistakes
    assert [(rule.id, rule.span.text) for rule in ledger.rules] == [("Ł-1", '"Ł-1"'), ("Ż-2", "Ż-2")]
    assert ledger.rules[1].words == "a\nb\n"


def test_depth_is_counted() -> None:
    """Sixteen lists inside each other are read, one more is not, and a million end at the seventeenth."""
    ledger, _ = read("a: " + "[" * (MAX_DEPTH - 2) + "x" + "]" * (MAX_DEPTH - 2))
    assert ledger is not None
    assert read("a: " + "[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH)[1] == [("E014", 1)]
    assert read("a:\n" + " [\n" * 300_000)[1] == [("E014", MAX_DEPTH + 1)]
