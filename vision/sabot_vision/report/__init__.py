"""A report of one's own table: what its pictures show, what stays unsure, and what to change."""
