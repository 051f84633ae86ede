"""Several houses and a region: facts and signed heads go up, and records stay in their house.

To the region a house is what a table is to its pit. It keeps a log of its facts, chained and without a gap,
and a carrier sends it as a table's is sent (docs/pit.md).
"""
