"""From the parse of an item to its syntax tree, construct by construct."""
