"""What each screen draws of the table, as plain values."""
