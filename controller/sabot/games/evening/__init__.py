"""An evening among friends: seats, purses, and the rules of a household game as a game of the table."""
