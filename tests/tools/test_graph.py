"""Drawings of a game's flow: labels are inert, whatever the rules call things."""

from __future__ import annotations

from dsl.tools.graph import Edge, Graph, Node, render

HOSTILE = 'a"]; click x "javascript:1" <b>& #quot; `x` \\ {y} |z|'


def graph() -> Graph:
    """Two nodes with hostile labels and an edge."""
    nodes = [Node("n1", "main", HOSTILE), Node("n2", "window", "Zwykły ruch")]
    return Graph("x", nodes, [Edge("n1", "n2", "asks for")])


def test_mermaid_labels_are_inert() -> None:
    """Only letters, digits and a few harmless signs stand in a label as they are."""
    shown = render(graph(), "mermaid")
    label = shown.split('(["')[1].split('"])')[0]
    assert not set(label) & set('"<>[]{}|`\\&')
    assert "Zwykły ruch" in shown
    assert shown.endswith('    n1 -->|"asks for"| n2\n')


def test_dot_labels_are_inert() -> None:
    """The same for DOT, whose entities are those of HTML."""
    shown = render(graph(), "dot")
    label = shown.split('label="')[1].split('"];')[0]
    assert not set(label) & set('"<>[]{}|`\\')
    assert "&#34;" in label
    assert 'n1 -> n2 [label="asks for"];' in shown
