"""What the pit offers to a table: another configuration, which people there accept or refuse.

The carrier puts a verified offer into a folder beside the journal; the pages and the command line read it
there. The table itself does not know the pit (docs/pit.md).
"""
