"""Tests of écarté."""
