"""How this installation is brought up to date: asked for at the page, done by `sabot update` as another.

A newer version is a folder of its own beside the older; one link says which of them runs. The table's service
may write nothing but its own state, so it leaves a request there: an empty file that nobody reads. What is
fetched, the installation decides; that it may be done now, the journal. `asking` is what the page knows of
it, `doing` the steps, `versions` the link, `users` in whose name.
"""
