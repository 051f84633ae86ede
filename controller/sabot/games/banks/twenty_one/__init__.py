"""Een-en-twintig, as games of the house play it: by itself, and first of the eight variations."""
