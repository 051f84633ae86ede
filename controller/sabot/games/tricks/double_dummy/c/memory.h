/* What is known of positions that are alike: memory.py for the compiled search. Once its room is full, all is
 * forgotten. */
#ifndef SABOT_MEMORY_H
#define SABOT_MEMORY_H

#include "deal.h"
#include "store.h"

enum { HIGH_BITS = 32 };

enum verdict { LOST, MADE, UNDECIDED };

/* Whether the goal is reached, and the cards whose owners decided that. */
struct answer {
    enum verdict verdict;
    cards_t mattered;
};

/* The owners of the cards left of a suit from the highest downwards, and how many cards each player has of it. */
struct owners {
    uint32_t high, lengths;
};

struct memory {
    int owner_bits; /* how many bits of `high` say who holds a card */
    int8_t owner[CARDS];
    uint32_t masks[RANKS + 1]; /* the part of `high` that a number of cards takes */
    struct owners (*known)[SUIT_SETS];
    struct store groups, shapes, entries;
};

/* A position before a lead: the cards left by suit, who holds them, and all else in which positions that are
 * alike agree: who leads, whether the asked card waits, and the tricks needed where they are exact. */
struct position {
    suit_t suits[SUITS];
    struct owners owners[SUITS];
    uint32_t turn;
};

/* False where there is no memory for it; close it all the same. */
bool memory_open(struct memory *of, const struct deal *deal);
void memory_close(struct memory *of);

struct position memory_position(struct memory *of, cards_t cards, uint32_t turn);

/* Whether `need` tricks can be had as far as that is known; UNDECIDED where it is not. */
struct answer memory_found(const struct memory *of, const struct position *position, int need);

/* Remember the answer; returns it with all cards that are as high as those that mattered. */
struct answer memory_keep(struct memory *of, const struct position *position, int need, struct answer answer);

/* The lead that was best in a position alike; NONE where there is none. */
int memory_best(const struct memory *of, const struct position *position);
void memory_keep_best(struct memory *of, const struct position *position, int bit);

#endif
