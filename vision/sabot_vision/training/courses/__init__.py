"""What a network is taught, and how its training lasts over interruptions."""
