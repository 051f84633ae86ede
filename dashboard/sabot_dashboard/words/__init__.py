"""Sentences in four languages."""
