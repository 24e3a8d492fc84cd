"""Other languages: the words of a game in them, and which words those are. What the rules mean stays as it is."""
