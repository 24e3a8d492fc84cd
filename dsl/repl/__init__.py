"""The conversation at the terminal in which a game is play-tested."""
