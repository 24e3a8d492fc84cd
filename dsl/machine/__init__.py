"""The machine (IR), the narrow waist between the language and whatever runs it."""
