"""The aspects in which a text and a rule are compared: numbers, whose things, when and how long, conditions."""
