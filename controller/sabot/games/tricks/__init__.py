"""What games of tricks share: packs, the order of the ranks, who must follow, who takes the trick."""
