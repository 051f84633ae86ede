"""Banken met variaties: eight games against one banker, one after the other."""
