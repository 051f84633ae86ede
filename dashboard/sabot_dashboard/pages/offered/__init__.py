"""What others offer to the table, and the answers of its staff."""
