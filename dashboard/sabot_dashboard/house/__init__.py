"""What the screens show of the house: its colours, its mark, its pictures, and when it opens."""
