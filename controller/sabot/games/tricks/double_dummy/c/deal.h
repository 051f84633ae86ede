/* Cards as bits, who holds them, and what a side is to reach: bits.py, goal.py and holdings.py for the compiled search. */
#ifndef SABOT_DEAL_H
#define SABOT_DEAL_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cards_t; /* thirteen bits a suit, the lowest rank first; clubs, diamonds, hearts, spades */
typedef uint32_t suit_t;  /* the cards of one suit */

enum { SUITS = 4, RANKS = 13, CARDS = SUITS * RANKS, PLAYERS_MOST = 8, NONE = -1 };
enum { SUIT_MASK = (1 << RANKS) - 1, SUIT_SETS = 1 << RANKS };

/* The side has `sides`. `asked` is a card that the player `asked_of` has to play when its suit is led first. */
struct deal {
    int players;
    cards_t hands[PLAYERS_MOST];
    bool sides[PLAYERS_MOST];
    bool exactly; /* exactly that number of tricks, not at least that number */
    bool ruff;    /* without the suit that was led, a player must play trump */
    bool head;    /* a player must beat the best card where they can */
    int trump;    /* a suit, or NONE */
    cards_t asked;
    int asked_suit, asked_of;
};

/* A trick under way: the suit that was led, the best card and who played it, all its cards, and how many of
 * them are of the suit of the best. */
struct laid {
    int led, best, winner, suited;
    cards_t cards;
};

static inline cards_t card(int bit)
{
    return (cards_t)1 << bit;
}

static inline suit_t of_suit(cards_t cards, int suit)
{
    return (suit_t)(cards >> (RANKS * suit)) & SUIT_MASK;
}

static inline cards_t in_suit(suit_t cards, int suit)
{
    return (cards_t)cards << (RANKS * suit);
}

/* As Python's bit_length: the number of the highest bit, from 1; 0 without any. */
static inline int bit_length(suit_t cards)
{
    return cards ? 32 - __builtin_clz(cards) : 0;
}

/* The number of the lowest bit, from 0, of a suit that has cards. */
static inline int lowest_bit(suit_t cards)
{
    return __builtin_ctz(cards);
}

static inline suit_t below(int bit)
{
    return ((suit_t)1 << bit) - 1;
}

static inline int count(suit_t cards)
{
    int found = 0;
    for (; cards; cards &= cards - 1)
        found++;
    return found;
}

static inline int count_all(cards_t cards)
{
    return count((suit_t)cards) + count((suit_t)(cards >> 32));
}

/* The highest `number` of these cards of one suit. */
static inline suit_t highest(suit_t cards, int number)
{
    for (int more = count(cards) - number; more > 0; more--)
        cards &= cards - 1;
    return cards;
}

/* All cards below the highest of the others that is lower than the highest card held: those that are left of a
 * hand when its highest run is gone. */
static inline suit_t below_run(suit_t held, suit_t others)
{
    return below(bit_length(others & below(bit_length(held) - 1)));
}

static inline bool beats(int bit, int best, int trump)
{
    int suit = bit / RANKS;
    return suit == best / RANKS ? bit > best : suit == trump;
}

static inline struct laid led_with(int bit, int player)
{
    return (struct laid){.led = bit / RANKS, .best = bit, .winner = player, .suited = 1, .cards = card(bit)};
}

/* The trick with one more card. */
static inline struct laid with_card(struct laid laid, int bit, int player, int trump)
{
    laid.cards |= card(bit);
    bool is_same_suit = bit / RANKS == laid.best / RANKS;
    if (beats(bit, laid.best, trump)) {
        laid.best = bit;
        laid.winner = player;
        laid.suited = is_same_suit ? laid.suited + 1 : 1;
    } else if (is_same_suit) {
        laid.suited++;
    }
    return laid;
}

#endif
