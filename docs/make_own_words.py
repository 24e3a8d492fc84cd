"""Brings the catalogues of the program's own words up to date with its messages: what was translated is kept, what has
changed is marked, what is new is empty. `rulewright translate GAME pl --check` says what is open.

    python docs/make_own_words.py [LANGUAGE]
"""

from __future__ import annotations

import sys

from dsl.runtime.tongues.catalogue import OWN, read
from dsl.sharing.translating import own_words, updated_own, written, wrong


def main(languages: list[str]) -> None:
    """Write the catalogue of each language, of all there are if none is named."""
    for language in languages or sorted(path.stem for path in OWN.glob("*.po")):
        path = OWN / f"{language}.po"
        catalogue = updated_own(read(path, language) if path.is_file() else None, language)
        path.write_bytes(written(catalogue, numbers=False))
        left = sum(each.open for each in wrong(catalogue, own_words()))
        print(f"{path.name}: {len(own_words())} messages, {left} to be translated")


if __name__ == "__main__":
    main(sys.argv[1:])
