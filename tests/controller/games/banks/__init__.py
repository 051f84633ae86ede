"""What games of tricks and auctions share."""
