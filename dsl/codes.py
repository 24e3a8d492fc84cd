"""The register of diagnostic codes: every code a rules file can be answered with, and its title.

A code is never renumbered and never used for a second meaning: people search for it, and tests name it. `E` is an
error (nothing is compiled), `W` a warning. E0xx is about text, E1xx about words and bounds, E2xx about rules that
stand against each other; W3xx is about programs that compile and are probably not what was meant.

A fault is what happens while a correct file is played: the move is taken back, and the game stands as it was before.
"""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, str]] = {
    "E001": "not UTF-8",
    "E002": "control character",
    "E003": "invisible or text-reversing character",
    "E004": "tab used for indentation",
    "E005": "file too large",
    "E006": "line too long",
    "E007": "nesting too deep",
    "E008": "number too large",
    "E011": "file missing",
    "E012": "file outside the game's folder",
    "E013": "files that include each other",
    "E014": "ledger that cannot be read",
    "E015": "reasons for changes that cannot be read",
    "E016": "package manifest that cannot be used",
    "E017": "file that is no package",
    "E018": "lock or patches that cannot be read",
    "E019": "packages that cannot be installed",
    "E020": "not expected here",
    "E021": "unknown kind of item",
    "E022": "colon missing",
    "E023": "wrong indentation",
    "E024": "text or parenthesis not closed",
    "E025": "statement in the wrong place",
    "E026": "said twice",
    "E027": "unknown sign in a text",
    "E101": "unknown word",
    "E102": "reference to a missing id",
    "E103": "name declared twice",
    "E104": "wrong type",
    "E105": "arguments that do not fit",
    "E106": "value out of range",
    "E107": "statement or member out of place",
    "E109": "citation of an id that the ledger lacks",
    "E110": "number, place or repeat without bounds",
    "E111": "printed value missing",
    "E120": "recursion between flows",
    "E130": "state changed outside an event",
    "E140": "question where nobody can be asked",
    "E150": "no such player",
    "E160": "cannot be compiled",
    "E161": "no C compiler that can be used",
    "E162": "words that do not fit on their card",
    "E163": "book that names what is not there",
    "E164": "sentence that is no rule",
    "E165": "game that cannot be solved",
    "E169": "experiment or results that cannot be used",
    "E170": "modules that do not go together",
    "E171": "option that does nothing here",
    "E172": "look of a game that cannot be used",
    "E201": "rules in conflict",
    "E210": "values in a circle",
    "E220": "choice may be empty",
    "W301": "read but never written, or written but never read",
    "W302": "rule that can never fire",
    "W303": "change that always goes beyond the ends",
    "W304": "rule without a paragraph, or paragraph without a fate",
    "W305": "text and rule that do not say the same",
    "W306": "citation in a comment",
    "W307": "something hidden decides what others see",
    "W308": "`tells` that explains nothing",
    "W309": "paragraph of a book about a rule that has changed",
    "W310": "requirement without words",
    "W311": "name that the game has given up",
}

FAULTS: Final[dict[str, str]] = {
    "BOUND": "number, zone or list beyond its bounds",
    "DIVIDE": "division by zero",
    "MISSING": "rule that is not written yet",
    "NONE": "change of nothing",
    "PLACE": "piece in a zone that is not for it",
    "ROUNDS": "repetition that does not come to its end",
    "RUNAWAY": "rules without end",
    "STUCK": "question without an answer",
    "UNTRUE": "something told that is not so",
}
