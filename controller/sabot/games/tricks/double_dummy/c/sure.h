/* Tricks that a side takes without a search: sure.py for the compiled search. */
#ifndef SABOT_SURE_H
#define SABOT_SURE_H

#include "deal.h"

/* How many tricks, and the cards whose owners decided that. */
struct sure {
    int tricks;
    cards_t mattered;
};

/* For some trumps left, what the trumps of each player take at least: how many tricks, and how many of the
 * highest trumps decide it. */
struct trump_tricks {
    bool is_known;
    uint8_t tricks[PLAYERS_MOST], width[PLAYERS_MOST];
};

/* A position before a lead. `is_trump`: trumps are left, and `trumps` are those of each player. */
struct moment {
    const struct deal *deal;
    struct trump_tricks *known; /* by the trumps left */
    suit_t suits[SUITS], trumps[PLAYERS_MOST];
    bool is_trump, waits; /* the asked card is still in its hand */
    int left;
};

struct moment sure_moment(const struct deal *deal, struct trump_tricks *known, cards_t cards, int left);

/* Tricks that the side on lead takes at least; looks no further once there are `enough`. */
struct sure sure_of_leader(const struct moment *moment, int leader, int enough);

/* Tricks that the side not on lead takes at least. */
struct sure sure_of_others(const struct moment *moment, int leader);

/* The cards that decide it, where the only player of a side that wants no trick surely takes none; 0 where
 * that is not sure. */
cards_t sure_escapes(const struct moment *moment, int leader);

#endif
