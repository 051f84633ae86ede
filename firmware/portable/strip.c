#include "strip.h"

#define SYMBOL 6u       /* elements of a symbol of Code 128 */
#define BACK_LEAST 6u   /* edges that prove a way back: two bars, seen twice but for the turn */
#define UNEVEN_MOST 4u  /* how suddenly the speed back may differ from the speed out */

void strip_begins(struct strip *strip, uint64_t at_us)
{
    strip->begun_us = at_us;
    strip->filled = 0;
}

/* The last edge and this one are one glitch: forget both. */
static bool glitch(struct strip *strip, uint32_t after_us)
{
    if (strip->filled == 0 || after_us - strip->edges[strip->filled - 1] >= GLITCH_US)
        return false;
    strip->filled--;
    return true;
}

void strip_edge(struct strip *strip, uint64_t at_us)
{
    uint64_t after_us = at_us - strip->begun_us;
    if (after_us > INT32_MAX || strip->filled == STRIP_MOST)
        strip->spoilt = true;
    else if (!glitch(strip, (uint32_t)after_us))
        strip->edges[strip->filled++] = (uint32_t)after_us;
}

uint32_t strip_until(const struct strip *strip, uint64_t at_us)
{
    uint32_t count = strip->filled;
    while (count && strip->begun_us + strip->edges[count - 1] > at_us)
        count--;
    return count;
}

static uint64_t between(const struct strip *strip, uint32_t from, uint32_t to)
{
    return strip->edges[to] - strip->edges[from];
}

/* Neither is more than UNEVEN_MOST times the other. */
static bool about_equal(uint64_t one, uint64_t other)
{
    return one <= UNEVEN_MOST * other && other <= UNEVEN_MOST * one;
}

/* On the way back each stretch comes again, in reverse order and at another speed, which changes smoothly. The stretch
   in the middle is where the hand turned and may have rested. */
bool strip_came_back(const struct strip *strip, uint32_t count)
{
    if (count % 2 || count < BACK_LEAST)
        return false;
    for (uint32_t each = 1; each + 1 < count / 2; each++) {
        uint32_t twin = count - 1 - each;
        uint64_t out = between(strip, each - 1, each), out_next = between(strip, each, each + 1);
        uint64_t back = between(strip, twin, twin + 1), back_next = between(strip, twin - 1, twin);
        if (!about_equal(out * back_next, back * out_next))
            return false;
    }
    return true;
}

/* Light that lasts nearly as long as the symbol beside it, or longer, is no space of a code (4 modules of 11 at most) but
   the margin of a card (21 modules). Between the two lies how suddenly a hand may change its speed. */
static bool margin(uint64_t light_us, uint64_t symbol_us)
{
    return 4u * light_us >= 3u * symbol_us;
}

/* A card ends where dark follows its margin and another margin follows that dark. */
static bool ends(const struct strip *strip, uint32_t end)
{
    return margin(between(strip, end - 1, end), between(strip, end - 1 - SYMBOL, end - 1))
        && margin(between(strip, end + 1, end + 2), between(strip, end + 2, end + 2 + SYMBOL));
}

uint32_t strip_first_card(const struct strip *strip, uint32_t count)
{
    for (uint32_t end = SYMBOL + 2u; end + 2u + SYMBOL < count; end += 2u)
        if (ends(strip, end))
            return end + 1u;
    return count;
}

void strip_drop(struct strip *strip, uint32_t count, uint64_t begun_us)
{
    uint32_t by_us = (uint32_t)(begun_us - strip->begun_us);
    for (uint32_t each = count; each < strip->filled; each++)
        strip->edges[each - count] = strip->edges[each] - by_us;
    strip->filled = (uint16_t)(strip->filled - count);
    strip->begun_us = begun_us;
}
