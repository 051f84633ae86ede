"""Many tables and one pit. Each table's carrier sends its journal; the pit's collector keeps the records.

A table never waits for the pit and does not know it: the carrier is a process of its own that reads the
journal. What PostgreSQL has committed is the receipt, and no message of the broker is one (docs/pit.md).
"""
