#include "playable.h"

enum { TENTHS = 10 }; /* promises are compared in tenths where a rank counts for less than one */

void order_by_promise(struct bits *bits)
{
    for (int nth = 1; nth < bits->count; nth++) {
        int8_t bit = bits->bit[nth];
        int promise = bits->promise[nth], at = nth;
        for (; at && bits->promise[at - 1] < promise; at--) {
            bits->bit[at] = bits->bit[at - 1];
            bits->promise[at] = bits->promise[at - 1];
        }
        bits->bit[at] = bit;
        bits->promise[at] = promise;
    }
}

/* --- leads */

/* What speaks for leading this suit. */
static int of_lead(const struct deal *deal, cards_t cards, int leader, int suit)
{
    if (suit == deal->trump)
        return 40;
    suit_t left = of_suit(cards, suit);
    int worth = 0;
    for (int player = 0; player < deal->players; player++) {
        suit_t held = of_suit(deal->hands[player], suit) & left;
        bool is_partner = player != leader && deal->sides[player] == deal->sides[leader];
        if (held) {
            if (is_partner && bit_length(held) == bit_length(left))
                worth += 120;
        } else if (deal->trump != NONE && player != leader) {
            if (of_suit(deal->hands[player] & cards, deal->trump))
                worth += is_partner ? 140 : -140;
        }
    }
    return worth;
}

/* The one that was best in a position alike, winners, a suit that a partner wins or ruffs; not one that an
 * opponent ruffs. */
void order_leads(const struct deal *deal, cards_t cards, int leader, int best, struct bits *leads)
{
    int worth = 0, suit_before = NONE;
    for (int nth = 0; nth < leads->count; nth++) {
        int bit = leads->bit[nth], suit = bit / RANKS, rank = bit % RANKS;
        if (suit != suit_before && !deal->exactly)
            worth = of_lead(deal, cards, leader, suit);
        suit_before = suit;
        bool is_top = bit_length(of_suit(cards, suit)) == rank + 1;
        leads->promise[nth] = worth - rank;
        if (!deal->exactly)
            leads->promise[nth] += (bit == best ? 300 : 0) + (is_top ? 200 : 0);
    }
    order_by_promise(leads);
}

/* --- the cards after it */

/* Where the side wants few tricks it plays its highest card that does not take the trick, and the others leave it
 * the trick where they can. */
static int avoiding(int rank, bool is_beating, bool must_lose)
{
    if (is_beating)
        return -RANKS - rank;
    return must_lose ? rank : -rank;
}

static int last(int rank, bool is_beating, bool is_ruff, bool is_winning)
{
    int won = is_winning ? -20 : 30, ruffed = is_winning ? 15 : 5;
    return (is_beating ? won : 0) - rank - (is_ruff ? ruffed : 0);
}

static int middle(int rank, bool is_beating, bool is_ruff, bool is_winning, bool is_top)
{
    if (!is_beating)
        return TENTHS * (5 - rank - (is_ruff ? 10 : 0));
    if (is_winning)
        return TENTHS * -5 - rank;
    return is_top ? TENTHS * 40 - rank : TENTHS * 15 + TENTHS / 2 * rank;
}

/* Win as cheaply as one can, or play low. */
void order_follows(const struct deal *deal, cards_t cards, const struct laid *laid, int player, bool is_last,
                   struct bits *follows)
{
    bool mine = deal->sides[player], is_winning = deal->sides[laid->winner] == mine;
    for (int nth = 0; nth < follows->count; nth++) {
        int bit = follows->bit[nth], suit = bit / RANKS, rank = bit % RANKS;
        bool is_beating = beats(bit, laid->best, deal->trump);
        bool is_ruff = suit == deal->trump && suit != laid->led;
        bool is_top = bit_length(of_suit(cards, suit)) == rank + 1;
        if (deal->exactly)
            follows->promise[nth] = avoiding(rank, is_beating, mine || !deal->sides[laid->winner]);
        else if (is_last)
            follows->promise[nth] = last(rank, is_beating, is_ruff, is_winning);
        else
            follows->promise[nth] = middle(rank, is_beating, is_ruff, is_winning, is_top);
    }
    order_by_promise(follows);
}
