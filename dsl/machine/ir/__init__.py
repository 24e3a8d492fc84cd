"""The machine (IR): its instructions, how they are walked, folded, printed, stored and verified."""
