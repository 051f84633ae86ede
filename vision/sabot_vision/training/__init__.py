"""Makes the model: it renders cards on imagined tables, and trains small networks to read them.

`make model` runs it. Reading cards needs nothing from here and imports nothing from here."""
