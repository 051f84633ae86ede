"""What games with an auction share: a ladder of bids as data, and who may bid what."""
