"""What the schools of the tables tell the pit of people in training: figures under a number, and no names."""
