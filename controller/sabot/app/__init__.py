"""The one place where all parts meet."""
