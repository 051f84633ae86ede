#include "playable.h"

static void add(struct bits *to, int bit)
{
    if (to->count < RANKS)
        to->bit[to->count++] = (int8_t)bit;
}

/* The highest card of each run, from high to low. */
static void add_runs(struct bits *to, suit_t held, suit_t left, int suit)
{
    suit_t others = left & ~held;
    for (; held; held &= below_run(held, others))
        add(to, RANKS * suit + bit_length(held) - 1);
}

static bool waits(const struct deal *deal, cards_t cards, int player)
{
    return (cards & deal->asked) && player == deal->asked_of;
}

static void add_asked(struct bits *to, const struct deal *deal)
{
    add(to, RANKS * deal->asked_suit + lowest_bit(of_suit(deal->asked, deal->asked_suit)));
}

/* The cards of a suit in this player's hand. The asked card is like no other. */
static void add_held(struct bits *to, const struct deal *deal, cards_t cards, int player, int suit)
{
    suit_t left = of_suit(cards, suit), held = of_suit(deal->hands[player], suit) & left;
    suit_t asked = of_suit(deal->asked, suit) & held;
    if (asked)
        add_asked(to, deal);
    add_runs(to, held & ~asked, left, suit);
}

/* The same while this player has the asked card: no other of its suit. */
static void add_led(struct bits *to, const struct deal *deal, cards_t cards, int player, int suit)
{
    if (waits(deal, cards, player) && suit == deal->asked_suit)
        add_asked(to, deal);
    else
        add_held(to, deal, cards, player, suit);
}

struct bits playable_leads(const struct deal *deal, cards_t cards, int leader)
{
    struct bits found;
    found.count = 0;
    for (int suit = 0; suit < SUITS; suit++)
        add_led(&found, deal, cards, leader, suit);
    return found;
}

/* Of these cards those that beat all others of the trick; all where none does. */
static void only_heading(const struct deal *deal, const struct laid *laid, struct bits *of)
{
    struct bits heading;
    heading.count = 0;
    for (int nth = 0; nth < of->count; nth++)
        if (beats(of->bit[nth], laid->best, deal->trump))
            add(&heading, of->bit[nth]);
    if (heading.count)
        *of = heading;
}

struct bits playable_follows(const struct deal *deal, cards_t cards, const struct laid *laid, int player)
{
    struct bits found;
    found.count = 0;
    add_led(&found, deal, cards, player, laid->led);
    if (!found.count && deal->ruff && deal->trump != NONE)
        add_held(&found, deal, cards, player, deal->trump);
    if (!found.count)
        for (int suit = 0; suit < SUITS; suit++)
            add_held(&found, deal, cards, player, suit);
    if (deal->head)
        only_heading(deal, laid, &found);
    return found;
}

cards_t playable_with_runs(const struct deal *deal, cards_t cards, int player, cards_t mattered)
{
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t its = of_suit(mattered, suit), left = of_suit(cards, suit);
        suit_t held = of_suit(deal->hands[player], suit) & left, lowest = its & -its;
        if (!(held & lowest))
            continue;
        suit_t lower = left & ~held & (lowest - 1);
        suit_t run = held & ~below(bit_length(lower));
        mattered |= in_suit(run & -run, suit);
    }
    return mattered;
}
