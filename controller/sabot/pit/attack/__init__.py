"""Attacks on a pit that is made for them: each must be refused and named, and harm no other table."""
