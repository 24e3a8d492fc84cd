"""Games and positions, and what people ask of them."""
