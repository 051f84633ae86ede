"""The drivers and the judgement of roulette wheels."""
