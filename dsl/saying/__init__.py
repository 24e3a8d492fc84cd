"""What rules do, in sentences: controlled English (and other languages) made from the checked program.

`phrases` holds the patterns of sentences, a table for each language; `voice` knows what things are called in a place;
`values`, `sets`, `statements` and `rules` say their sort of node; `effects` says what a card does. `written` says what
is written as people say it. `facts`, `claims` and `agreeing` compare printed texts with effects.
"""
