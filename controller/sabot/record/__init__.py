"""The record of the table: journal, its chain, its reading and its exports."""
