"""With all hands open: can the contract be made, and with which card?

bits       cards as bits of one integer
holdings   who holds which card, and what makes two positions alike
memory     what is known of positions that are alike
sure       tricks that a side takes without a search
search     the search itself
c          the same search in C, where there is a compiler
asking     which of the two is asked, and how
answers    what the other rooms ask
"""
