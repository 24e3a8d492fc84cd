"""The lab: many games of variants of a game, kept in a store, and what they show."""
