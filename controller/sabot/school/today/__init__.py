"""The day of a trainee: what is due, the sitting of five minutes, the goal."""
