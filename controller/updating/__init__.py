"""How this installation is brought up to date: asked for at the page, done by `sabot update` as another.

The table's service may write nothing but its own state, so it leaves a request there: an empty file, of which
nothing is read. What is fetched, the installation decides; that it may be done now, the journal. `asking` is
what the page knows of it, `doing` the steps, `put_back` the way back, `users` in whose name.
"""
