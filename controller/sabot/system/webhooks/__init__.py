"""Webhooks: each result and each fault, sent to the addresses that the house names, from the journal.

They read what is on record, in threads of their own: the loop of the table does not know them. A receiver
that is away gets everything later, in its order.
"""
