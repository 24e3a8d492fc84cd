"""What a file of mistakes expects to be told, and what of it was not told, or told besides.

`#! E101 "part of the message"` ends the line that is meant, or stands below it. What has no place in the file is
expected on the first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl.diagnostics import Diagnostic

EXPECTED = re.compile(r'#! (?P<code>[EW][0-9]{3}) "(?P<words>.*)"\s*$')


def expected(text: str) -> list[tuple[int, str, str]]:
    """Line, code and part of the message of everything a text expects."""
    found: list[tuple[int, str, str]] = []
    meant = 1
    for number, line in enumerate(text.splitlines(), 1):
        meant = meant if line.startswith("#!") else number
        match = EXPECTED.search(line)
        if match is not None:
            found.append((meant, match["code"], match["words"]))
    return found


def differences(text: str, told: Iterable[Diagnostic]) -> tuple[list[str], list[tuple[int, str, str]]]:
    """What is told of a text and not expected, and what is expected and not told."""
    wanted = expected(text)
    surplus: list[str] = []
    for diagnostic in told:
        line = diagnostic.span.line if diagnostic.span else 1
        match = [want for want in wanted if want[:2] == (line, diagnostic.code) and want[2] in diagnostic.message]
        if match:
            wanted.remove(match[0])
        else:
            surplus.append(f"{line}: {diagnostic.code} {diagnostic.message}")
    return surplus, wanted
