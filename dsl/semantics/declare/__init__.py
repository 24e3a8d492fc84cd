"""Names: what is declared, what can be called, and the numbers of all things."""
