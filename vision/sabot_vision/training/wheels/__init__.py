"""Films of a roulette wheel, drawn by chance."""
