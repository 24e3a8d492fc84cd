"""What is known of a program before anything is lowered: effects, sizes, slots, tables."""
