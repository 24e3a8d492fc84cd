"""Text to tree: the parser, the syntax tree and the formatter."""
