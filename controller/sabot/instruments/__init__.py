"""The instruments: what they send, how it is read, and simulated ones that speak the same."""
