"""Pure, of every game: cards, observations, events, the table and its step."""
