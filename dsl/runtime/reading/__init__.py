"""From typed words to moves: tokens, the things they name, the ways an action is written, and which move is meant."""
