"""Rikken: four players, an auction, thirteen tricks; often with a partner whom only the asked ace shows."""
