"""Bodies: statements, choices, actions, rules and scenarios."""
