"""The shapes of what enters and leaves the program: JSON values and the view."""
