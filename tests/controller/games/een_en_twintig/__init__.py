"""Een-en-twintig, tested."""
