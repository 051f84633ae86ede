#include "sure.h"

static bool is_better(struct sure one, struct sure other)
{
    return one.tricks > other.tricks || (one.tricks == other.tricks && one.mattered > other.mattered);
}

static suit_t held(const struct moment *moment, int player, int suit)
{
    return of_suit(moment->deal->hands[player], suit) & moment->suits[suit];
}

struct moment sure_moment(const struct deal *deal, struct trump_tricks *known, cards_t cards, int left)
{
    struct moment moment = {.deal = deal, .known = known, .left = left, .waits = (cards & deal->asked) != 0};
    for (int suit = 0; suit < SUITS; suit++)
        moment.suits[suit] = of_suit(cards, suit);
    moment.is_trump = deal->trump != NONE && moment.suits[deal->trump];
    if (moment.is_trump)
        for (int player = 0; player < deal->players; player++)
            moment.trumps[player] = held(&moment, player, deal->trump);
    return moment;
}

/* --- trumps */

/* How many of these trumps take a trick although the others hold higher ones: each beats one at most. */
static int unbeaten(suit_t held, suit_t others)
{
    int free = 0, beaten = 0;
    for (suit_t bit = (suit_t)1 << (RANKS - 1); bit; bit >>= 1) {
        if (others & bit) {
            free++;
        } else if (held & bit && free) {
            free--;
            beaten++;
        }
    }
    return count(held) - beaten;
}

static void of_player(const struct moment *moment, int player, struct trump_tricks *found)
{
    const struct deal *deal = moment->deal;
    suit_t left = moment->suits[deal->trump], mine = moment->trumps[player], others = 0;
    for (int other = 0; other < deal->players; other++)
        if (deal->sides[other] != deal->sides[player])
            others |= moment->trumps[other];
    int tricks = unbeaten(mine, others), width = 0;
    if (tricks && others)
        for (suit_t high = 0; unbeaten(mine & high, others & high) != tricks; high = highest(left, width))
            width++;
    found->tricks[player] = (uint8_t)tricks;
    found->width[player] = (uint8_t)width;
}

/* What this player's trumps take at least. */
static struct sure with_trumps(const struct moment *moment, int player)
{
    int trump = moment->deal->trump;
    suit_t left = moment->suits[trump];
    struct trump_tricks *found = &moment->known[left];
    if (!found->is_known)
        for (int each = 0; each < moment->deal->players; each++)
            of_player(moment, each, found);
    found->is_known = true;
    return (struct sure){found->tricks[player], in_suit(highest(left, found->width[player]), trump)};
}

/* --- winners of the side suits */

/* Whether this player may spoil the run of winners: an opponent, or a partner who has to ruff. */
static bool could_ruff(const struct moment *moment, int player, int other)
{
    const struct deal *deal = moment->deal;
    if (deal->sides[other] != deal->sides[player] || deal->ruff || deal->head)
        return true;
    return count(moment->trumps[other]) == moment->left;
}

/* For how many rounds of a suit everybody who could ruff has to follow. */
static int unruffed(const struct moment *moment, int player, int suit)
{
    int rounds = RANKS;
    for (int other = 0; other < moment->deal->players; other++) {
        if (!moment->trumps[other] || other == player || !could_ruff(moment, player, other))
            continue;
        int follows = count(held(moment, other, suit));
        rounds = follows < rounds ? follows : rounds;
    }
    return rounds;
}

/* The highest cards left of a suit that are all in this hand and that this player can lead one after the other. */
static int winners(const struct moment *moment, int player, int suit)
{
    const struct deal *deal = moment->deal;
    suit_t left = moment->suits[suit], mine = held(moment, player, suit);
    bool asked_first = moment->waits && player == deal->asked_of && suit == deal->asked_suit;
    if (!mine || suit == deal->trump || asked_first)
        return 0;
    int run = count(mine >> bit_length(left & ~mine));
    if (run && moment->is_trump) {
        int rounds = unruffed(moment, player, suit);
        run = rounds < run ? rounds : run;
    }
    return run;
}

static struct sure cashed(const struct moment *moment, int player)
{
    struct sure found = {0, 0};
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t left = moment->suits[suit];
        int run = winners(moment, player, suit);
        found.tricks += run;
        if (run && held(moment, player, suit) != left)
            found.mattered |= in_suit(highest(left, run), suit);
    }
    found.tricks = found.tricks < moment->left ? found.tricks : moment->left;
    return found;
}

/* --- a partner's tricks */

static bool is_partner(const struct deal *deal, int player, int other)
{
    return other != player && deal->sides[other] == deal->sides[player];
}

/* The card with which a partner takes the lead; 0 where there is none. */
static cards_t entry(const struct moment *moment, int leader, int partner)
{
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t left = moment->suits[suit], theirs = held(moment, partner, suit);
        if (!theirs || !held(moment, leader, suit) || bit_length(theirs) != bit_length(left))
            continue;
        bool is_ruffed = suit != moment->deal->trump && moment->is_trump;
        if (!is_ruffed || unruffed(moment, partner, suit) > 0)
            return card(RANKS * suit + bit_length(left) - 1);
    }
    return 0;
}

/* Tricks of a partner who gets the lead by a winner of theirs. */
static struct sure crossed(const struct moment *moment, int leader, int enough)
{
    const struct deal *deal = moment->deal;
    for (int partner = 0; partner < deal->players; partner++) {
        if (!is_partner(deal, leader, partner) || (moment->waits && partner == deal->asked_of))
            continue;
        cards_t card = entry(moment, leader, partner);
        if (!card)
            continue;
        struct sure found = cashed(moment, partner);
        struct sure trumps = moment->is_trump ? with_trumps(moment, partner) : (struct sure){0, 0};
        if (found.tricks + trumps.tricks >= enough)
            return (struct sure){found.tricks + trumps.tricks, found.mattered | trumps.mattered | card};
    }
    return (struct sure){0, 0};
}

/* Winners of the leader, with the trumps of the leader or of a partner. */
static struct sure with_own_winners(const struct moment *moment, int leader)
{
    const struct deal *deal = moment->deal;
    struct sure run = cashed(moment, leader), trumps, best = run;
    if (!moment->is_trump)
        return best;
    trumps = with_trumps(moment, leader);
    best = (struct sure){run.tricks + trumps.tricks, run.mattered | trumps.mattered};
    for (int partner = 0; partner < deal->players; partner++) {
        if (!is_partner(deal, leader, partner))
            continue;
        int kept = moment->left - count(moment->trumps[partner]);
        trumps = with_trumps(moment, partner);
        int tricks = (run.tricks < kept ? run.tricks : kept) + trumps.tricks;
        if (tricks > best.tricks)
            best = (struct sure){tricks, run.mattered | trumps.mattered};
    }
    return best;
}

struct sure sure_of_leader(const struct moment *moment, int leader, int enough)
{
    struct sure best = with_own_winners(moment, leader);
    if (best.tricks >= enough)
        return best;
    struct sure other = crossed(moment, leader, enough);
    return is_better(other, best) ? other : best;
}

struct sure sure_of_others(const struct moment *moment, int leader)
{
    const struct deal *deal = moment->deal;
    struct sure best = {0, 0};
    for (int player = 0; moment->is_trump && player < deal->players; player++) {
        if (deal->sides[player] == deal->sides[leader])
            continue;
        struct sure its = with_trumps(moment, player);
        best = is_better(its, best) ? its : best;
    }
    return best;
}

/* --- tricks that are avoided */

/* Whether each card held, counted from the lowest, is lower than the one of the others at the same place. Cards
 * beyond the last of the others can never take part. */
static bool is_below(suit_t held, suit_t others)
{
    for (; held && others; held &= held - 1, others &= others - 1)
        if (lowest_bit(held) > lowest_bit(others))
            return false;
    return true;
}

/* The only player of the side; NONE where it has several. */
static int alone(const struct deal *deal)
{
    int found = NONE;
    for (int player = 0; player < deal->players; player++) {
        if (deal->sides[player] && found != NONE)
            return NONE;
        found = deal->sides[player] ? player : found;
    }
    return found;
}

/* They do not lead, and in every suit their lowest card, their two lowest cards and so on are below as many of
 * the others' (Doevendans ch. 4.5). */
cards_t sure_escapes(const struct moment *moment, int leader)
{
    const struct deal *deal = moment->deal;
    int player = alone(deal);
    if (player == NONE || player == leader || player == deal->asked_of || deal->trump != NONE || deal->head)
        return 0;
    cards_t decided = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t left = moment->suits[suit], mine = held(moment, player, suit);
        if (!is_below(mine, left & ~mine))
            return 0;
        decided |= mine ? in_suit(left, suit) : 0;
    }
    return decided;
}
