"""The rules of each game, one module a game, in the game's own words. Nothing but cards and the standard
library."""
