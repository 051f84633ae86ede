#include "search.h"

#include <stdlib.h>

/* The cards of a player that failed, and what mattered then. Another card of the same suit fails too where both
 * are lower than every card of the suit that mattered. */
struct tried {
    cards_t asked, mattered;
    int below[SUITS];
};

static struct answer from_trick(struct search *of, const struct question *at);

/* --- cards that failed */

static bool is_alike(const struct tried *tried, int bit)
{
    return bit < tried->below[bit / RANKS] && !(tried->asked & card(bit));
}

static void failed(struct tried *tried, int bit, cards_t mattered)
{
    int suit = bit / RANKS;
    suit_t its = of_suit(mattered, suit);
    int lowest = its ? RANKS * suit + lowest_bit(its) : CARDS;
    tried->mattered |= mattered;
    if (bit < lowest && !(tried->asked & card(bit)))
        tried->below[suit] = lowest;
}

/* --- positions before a lead */

/* Whether the goal is reached, or can no longer be; UNDECIDED while that is open. */
static enum verdict over(const struct deal *deal, int need, int left)
{
    if (need > left || need < 0)
        return need < 0 && !deal->exactly ? MADE : LOST;
    if (need == 0 && !deal->exactly)
        return MADE;
    if (left == 0)
        return need == 0 ? MADE : LOST;
    return UNDECIDED;
}

/* All in which positions that are alike agree, besides the cards. */
static uint32_t turn_of(const struct deal *deal, const struct question *at)
{
    uint32_t turn = (uint32_t)at->player << 5 | (at->cards & deal->asked ? 16 : 0);
    return deal->exactly ? turn | (uint32_t)at->need : turn;
}

/* The answer where sure tricks give it; UNDECIDED where they do not. */
static struct answer bounded(struct search *of, const struct question *at)
{
    const struct deal *deal = &of->deal;
    struct moment moment = sure_moment(deal, of->trumps, at->cards, at->left);
    bool mine = deal->sides[at->player];
    cards_t escapes = deal->exactly && !at->need ? sure_escapes(&moment, at->player) : 0;
    if (escapes)
        return (struct answer){MADE, escapes};
    int enough = mine ? at->need : at->left - at->need + 1;
    if (!(mine && deal->exactly)) { /* a side that wants no more tricks does not cash them */
        struct sure found = sure_of_leader(&moment, at->player, enough);
        if (found.tricks >= enough)
            return (struct answer){mine ? MADE : LOST, found.mattered};
    }
    struct sure found = sure_of_others(&moment, at->player);
    enough = mine ? at->left - at->need + 1 : at->need + deal->exactly;
    if (found.tricks < enough)
        return (struct answer){UNDECIDED, 0};
    return (struct answer){!mine && !deal->exactly ? MADE : LOST, found.mattered};
}

/* What playing this card leads to. */
static struct answer with(struct search *of, const struct question *at, int bit)
{
    const struct deal *deal = &of->deal;
    struct question after = *at;
    bool is_lead = at->to_come == deal->players;
    after.laid = is_lead ? led_with(bit, at->player) : with_card(at->laid, bit, at->player, deal->trump);
    after.player = at->player + 1 == deal->players ? 0 : at->player + 1;
    after.to_come--;
    return from_trick(of, &after);
}

/* The answer from what each of these cards leads to. `asked` are the asked card while it waits. */
static struct answer from_each(struct search *of, const struct question *at, const struct bits *bits, int *best)
{
    enum verdict wanted = of->deal.sides[at->player] ? MADE : LOST;
    struct tried tried = {.asked = at->cards & of->deal.asked};
    for (int nth = 0; nth < bits->count; nth++) {
        int bit = bits->bit[nth];
        if (is_alike(&tried, bit))
            continue;
        struct answer answer = with(of, at, bit);
        if (answer.verdict == UNDECIDED && of->deal.exactly)
            slow_add(of, at, bit);
        if (answer.verdict == UNDECIDED || answer.verdict == wanted) {
            *best = bit;
            return answer;
        }
        failed(&tried, bit, answer.mattered);
    }
    cards_t mattered = playable_with_runs(&of->deal, at->cards, at->player, tried.mattered);
    return (struct answer){wanted == MADE ? LOST : MADE, mattered};
}

static struct answer led(struct search *of, const struct position *position, const struct question *at)
{
    const struct deal *deal = &of->deal;
    struct bits leads = playable_leads(deal, at->cards, at->player);
    if (leads.count > 1)
        order_leads(deal, at->cards, at->player, memory_best(&of->memory, position), &leads);
    slow_last(of, at, &leads);
    int best = NONE;
    struct answer answer = from_each(of, at, &leads, &best);
    if (answer.verdict != UNDECIDED && best != NONE)
        memory_keep_best(&of->memory, position, best);
    answer.mattered |= at->cards & deal->asked;
    return answer;
}

static struct answer from_lead(struct search *of, const struct question *at)
{
    const struct deal *deal = &of->deal;
    enum verdict is_over = over(deal, at->need, at->left);
    if (is_over != UNDECIDED)
        return (struct answer){is_over, 0};
    struct position position = memory_position(&of->memory, at->cards, turn_of(deal, at));
    int need = deal->exactly ? 1 : at->need;
    struct answer answer = memory_found(&of->memory, &position, need);
    if (answer.verdict != UNDECIDED)
        return answer;
    if (++of->positions > of->limit)
        return answer;
    answer = bounded(of, at);
    if (answer.verdict == UNDECIDED)
        answer = led(of, &position, at);
    return answer.verdict == UNDECIDED ? answer : memory_keep(&of->memory, &position, need, answer);
}

/* --- a trick under way */

/* The answer after a complete trick. A card that beat another of its suit mattered. Where players have to beat the
 * others if they can, all of them did. */
static struct answer taken(struct search *of, const struct question *at)
{
    const struct deal *deal = &of->deal;
    const struct laid *laid = &at->laid;
    struct question next = {.cards = at->cards & ~laid->cards, .player = laid->winner, .left = at->left - 1};
    next.need = at->need - deal->sides[laid->winner];
    next.to_come = deal->players;
    struct answer answer = from_lead(of, &next);
    if (deal->head)
        answer.mattered |= laid->cards;
    else if (laid->suited > 1)
        answer.mattered |= card(laid->best);
    return answer;
}

static struct answer from_trick(struct search *of, const struct question *at)
{
    const struct deal *deal = &of->deal;
    if (at->to_come == 0)
        return taken(of, at);
    struct bits follows = playable_follows(deal, at->cards, &at->laid, at->player);
    if (follows.count == 1) {
        struct answer answer = with(of, at, follows.bit[0]);
        if ((answer.verdict == MADE) != deal->sides[at->player])
            answer.mattered = playable_with_runs(deal, at->cards, at->player, answer.mattered);
        return answer;
    }
    order_follows(deal, at->cards, &at->laid, at->player, at->to_come == 1, &follows);
    slow_last(of, at, &follows);
    int best = NONE;
    return from_each(of, at, &follows, &best);
}

/* --- */

bool search_open(struct search *of, const struct deal *deal)
{
    *of = (struct search){.deal = *deal};
    of->trumps = calloc(SUIT_SETS, sizeof *of->trumps);
    return memory_open(&of->memory, &of->deal) && of->trumps;
}

void search_close(struct search *of)
{
    memory_close(&of->memory);
    free(of->trumps);
    free(of->slow);
}

enum verdict search_ask(struct search *of, const struct question *question)
{
    bool is_lead = question->to_come == of->deal.players;
    return (is_lead ? from_lead(of, question) : from_trick(of, question)).verdict;
}
