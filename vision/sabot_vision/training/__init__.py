"""The making of the model: cards rendered on imagined tables, and a small network that learns to read them.

Run by `make model`; nothing here is needed to read cards, nor imported by what reads them.
"""
