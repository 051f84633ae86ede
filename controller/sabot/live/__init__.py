"""The running table: inbox, loop, feed, and who listens."""
