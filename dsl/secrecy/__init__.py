"""Where something hidden decides what others see: an information-flow analysis of the checked program."""
