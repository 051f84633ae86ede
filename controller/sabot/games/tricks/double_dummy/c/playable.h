/* Which cards may be played, one of each run, and which are tried first: playable.py and order.py for the
 * compiled search. */
#ifndef SABOT_PLAYABLE_H
#define SABOT_PLAYABLE_H

#include "deal.h"

/* Cards of one hand that may be played, as bits, in the order in which they are tried. */
struct bits {
    int count;
    int8_t bit[RANKS];
    int promise[RANKS]; /* of each, for sorting */
};

struct bits playable_leads(const struct deal *deal, cards_t cards, int leader);
struct bits playable_follows(const struct deal *deal, cards_t cards, const struct laid *laid, int player);

/* The cards that mattered where all of a player's cards failed: one card of each run was tried, so it matters
 * that the others of that run stand beside it. */
cards_t playable_with_runs(const struct deal *deal, cards_t cards, int player, cards_t mattered);

/* Leads, the most promising first; `best` was best in a position alike, or is NONE. */
void order_leads(const struct deal *deal, cards_t cards, int leader, int best, struct bits *leads);

/* Cards for a trick under way, the most promising first. */
void order_follows(const struct deal *deal, cards_t cards, const struct laid *laid, int player, bool is_last,
                   struct bits *follows);

/* Those with the highest promise first; of equals the first stays first. */
void order_by_promise(struct bits *bits);

#endif
