"""What can be typed at the table: the register of commands, and the commands by what they are for."""
