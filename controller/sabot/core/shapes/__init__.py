"""The shapes of what enters and leaves the program: JSON values, the view, a gaming day, people."""
