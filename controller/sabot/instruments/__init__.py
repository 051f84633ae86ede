"""The instruments: their messages, their drivers, and simulated ones that send the same bytes."""
