"""Cards on paper: faces with the bar code that our shoe reads, cut cards, sheets of them."""
