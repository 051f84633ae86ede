"""One game under way: its state as a value, what each act does to it, and what the rules say then."""
