/* The search: search.py in C. It finds the same, with the same number of positions. */
#ifndef SABOT_SEARCH_H
#define SABOT_SEARCH_H

#include "memory.h"
#include "playable.h"
#include "sure.h"

struct slow;

struct search {
    struct deal deal;
    struct memory memory;
    struct trump_tricks *trumps;
    struct slow *slow; /* the cards that used up attempts; NULL before the first ended */
    int slow_used;
    int64_t positions, limit;
};

/* What is asked: whether the side takes `need` of the tricks that are `left`. `cards` are those left, with those
 * of the trick under way; `player` is to play, and `to_come` cards are missing in the trick, all of them before
 * a lead. */
struct question {
    cards_t cards;
    struct laid laid;
    int player, need, left, to_come;
};

/* The search in a deal; false where there is no memory for it. Close it all the same. */
bool search_open(struct search *of, const struct deal *deal);
void search_close(struct search *of);

/* The answer; UNDECIDED at the limit. */
enum verdict search_ask(struct search *of, const struct question *question);

/* What used up attempts (slow.c): this card was under way when one ended. */
void slow_add(struct search *of, const struct question *node, int bit);

/* Those cards last that used up most attempts. */
void slow_last(const struct search *of, const struct question *node, struct bits *bits);

#endif
