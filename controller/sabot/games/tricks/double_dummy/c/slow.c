#include "search.h"

#include <stdlib.h>

enum { SLOTS = 1 << 13, USED_MOST = SLOTS / 4 * 3 }; /* full, it learns no more */

/* How often each card of a hand, counted from the lowest, was under way when an attempt ended. */
struct slow {
    cards_t cards, laid;
    int16_t player, need;
    uint16_t times[RANKS];
    bool is_used;
};

static struct slow *slot(const struct search *of, const struct question *node)
{
    cards_t laid = node->laid.cards;
    uint64_t mixed = (node->cards ^ laid * UINT64_C(0xd6e8feb86659fd93)) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (uint64_t)(node->player * 16 + node->need)) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint64_t at = mixed >> 32;; at++) {
        struct slow *found = &of->slow[at & (SLOTS - 1)];
        if (!found->is_used || (found->cards == node->cards && found->laid == laid &&
                                found->player == node->player && found->need == node->need))
            return found;
    }
}

static int place(const struct search *of, const struct question *node, int bit)
{
    return count_all(of->deal.hands[node->player] & (card(bit) - 1));
}

void slow_add(struct search *of, const struct question *node, int bit)
{
    if (!of->slow)
        of->slow = calloc(SLOTS, sizeof *of->slow);
    struct slow *found = of->slow ? slot(of, node) : NULL;
    if (!found || (!found->is_used && of->slow_used >= USED_MOST))
        return;
    if (!found->is_used)
        of->slow_used++;
    found->is_used = true;
    found->cards = node->cards;
    found->laid = node->laid.cards;
    found->player = (int16_t)node->player;
    found->need = (int16_t)node->need;
    uint16_t *times = &found->times[place(of, node, bit)];
    *times = (uint16_t)(*times + (*times < UINT16_MAX));
}

void slow_last(const struct search *of, const struct question *node, struct bits *bits)
{
    const struct slow *found = of->slow ? slot(of, node) : NULL;
    if (!found || !found->is_used)
        return;
    for (int nth = 0; nth < bits->count; nth++)
        bits->promise[nth] = -found->times[place(of, node, bits->bit[nth])];
    order_by_promise(bits);
}
