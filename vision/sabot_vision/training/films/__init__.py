"""Rendered films of a cloth with hands, and what an eye tells about them."""
