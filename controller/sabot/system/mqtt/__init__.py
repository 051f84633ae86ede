"""MQTT without a pit: a table tells any broker what its display shows, its results and its faults.

In a thread of its own, like webhooks: the loop of the table does not know it. A broker that is away gets the
table as it is then, and from the journal all results and faults in their order.
"""
