"""Tables, cards and corners unlike ordinary ones: to measure what the eye loses, and to teach it."""
