"""The tables of words: every example is correct, and no word of the grammar is forgotten."""

from __future__ import annotations

import pytest
from lark.lexer import PatternStr
from syntax.common import GRAMMAR, parse

from dsl.syntax import vocabulary
from dsl.syntax.mistakes.messages import TERMS
from dsl.syntax.parse import parser_of


def indented(text: str) -> str:
    """A text one level deeper."""
    return "".join(f"    {line}\n" for line in text.splitlines())


def first_words(table: dict[str, str]) -> set[str]:
    """The words with which the constructs of a table begin."""
    return {construct.split()[0] for construct in table}


@pytest.mark.parametrize("construct", [*vocabulary.ITEMS, *vocabulary.RULES])
def test_examples_of_items_parse(construct: str) -> None:
    """What is shown as an example of an item or a rule is one."""
    example = vocabulary.EXAMPLES_AT_COLUMN_1[construct]
    assert example.startswith(construct)
    assert len(parse(f"{example}\n").items) == 1


@pytest.mark.parametrize("construct", vocabulary.STATEMENTS)
def test_examples_of_statements_parse(construct: str) -> None:
    """What is shown as an example of a statement is one."""
    example = vocabulary.STATEMENTS[construct]
    assert example.startswith(construct)
    if construct == "option":
        example = f"choose one:\n{indented(example)}"
    parse(f"main:\n{indented(example)}")


@pytest.mark.parametrize("construct", vocabulary.MEMBERS)
def test_examples_of_members_parse(construct: str) -> None:
    """What is shown as an example of a member is one."""
    parse(f"kind K:\n{indented(vocabulary.MEMBERS[construct])}")


@pytest.mark.parametrize("construct", vocabulary.STEPS)
def test_examples_of_steps_parse(construct: str) -> None:
    """What is shown as an example of a step of a scenario is one."""
    parse(f'scenario "x":\n{indented(vocabulary.STEPS[construct])}')


def test_every_word_that_begins_something_has_an_example() -> None:
    """Items, rules, statements and members: what the grammar takes first, the tables know."""
    parser = parser_of(GRAMMAR)
    spelling = {term.name: term.pattern.value for term in parser.terminals if isinstance(term.pattern, PatternStr)}

    def taken(text: str) -> set[str]:
        state = parser.parse_interactive(text, start="start")
        for token in state.lexer_thread.lex(state.parser_state):
            if token.type == "_DEDENT":
                break
            state.feed_token(token)
        return {spelling[term] for term in state.accepts() if spelling.get(term, "").isalpha()}

    assert taken("") <= first_words({**vocabulary.ITEMS, **vocabulary.RULES})
    assert taken("main:\n    ") - first_words(vocabulary.STATEMENTS) <= {"while", "unimplemented"}
    members = first_words({**vocabulary.MEMBERS, **vocabulary.RULES, **vocabulary.ITEMS})
    assert taken("kind K:\n    ") <= members


def test_every_kind_of_word_can_be_named() -> None:
    """A message can say of everything that may come next what it is."""
    unnamed = {term.name for term in parser_of(GRAMMAR).terminals if not isinstance(term.pattern, PatternStr)}
    assert {name for name in unnamed if not name.startswith("__IGNORE")} <= set(TERMS)


def test_slips_name_constructs() -> None:
    """A slip belongs to a construct that has an example, or to a word that is none."""
    for construct, sign, _ in vocabulary.SLIPS:
        assert construct in vocabulary.EXAMPLES or sign in ("", construct)
