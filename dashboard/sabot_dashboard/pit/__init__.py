"""The page of the pit: the floor of tables, its alerts and figures, and the wall. An app of its own."""
