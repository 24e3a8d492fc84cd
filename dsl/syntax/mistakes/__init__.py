"""From what the parser stumbled over to a message in the words of the language."""
