"""Tests of napoleonnen."""
