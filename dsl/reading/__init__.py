"""Files of a game as texts and trees: the only package that opens them.

A game comes from a stranger. A path written in it is relative to the folder of the game, names nothing outside it
(also not by way of a link), and names a file of the expected sort. Nothing is ever written.
"""
