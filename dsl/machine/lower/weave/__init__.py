"""The procedures into which rules are woven: events in stages, moves, payments, values, explanations."""
