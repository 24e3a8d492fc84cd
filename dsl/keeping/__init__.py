"""What is kept between runs of the program, so that it need not be worked out again."""
