#include "names.h"

#include <string.h>

#define ROUGHEST 3300u /* no hand changes its speed more than this within a card */
#define ROUGHER_LEAST 1024u    /* every other card must be rougher by at least this */
#define SMOOTHER_MOST 256u    /* a code of no card may be smoother by at most this: the effect of a jerk within one symbol */

static const char RANKS[] = "A23456789TJQK", SUITS[] = "CDHS", CUT[] = "CUT";

enum { CARDS = 52 };

bool names_card(const char *text)
{
    if (strcmp(text, CUT) == 0)
        return true;
    return strlen(text) == 2 && strchr(RANKS, text[0]) && strchr(SUITS, text[1]);
}

static void name(uint32_t number, char *text)
{
    if (number == CARDS) {
        memcpy(text, CUT, sizeof CUT);
        return;
    }
    text[0] = RANKS[number / 4];
    text[1] = SUITS[number % 4];
    text[2] = 0;
}

/* The card whose code these edges are with the smoothest hand, in either direction of print: how rough it
   was, and how rough for the `next` best. */
static uint32_t smoothest(const uint32_t *edges, uint32_t count, struct code128 *code, uint32_t *next)
{
    uint32_t best = *next = UINT32_MAX;
    for (uint32_t number = 0; number <= 2 * CARDS + 1; number++) {
        char text[CODE128_TEXT_MAX + 1] = "";
        name(number / 2, text);
        uint32_t rough = code128_roughness(edges, count, text, number % 2);
        if (rough >= best) {
            *next = rough < *next ? rough : *next;
            continue;
        }
        *next = best;
        best = rough;
        memcpy(code->text, text, sizeof text);
        code->reverse = number % 2;
    }
    return best;
}

/* Believed where the hand is possible, where no other card is nearly as likely, and where no code that differs in one
   symbol (and so has a wrong check digit) is much likelier: that may be what was printed. */
static bool matched(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    uint32_t next, rough = smoothest(edges, count, code, &next);
    if (rough > ROUGHEST || next < rough + ROUGHER_LEAST)
        return false;
    return code128_rival(edges, count, code->text, code->reverse) + SMOOTHER_MOST >= rough;
}

enum code128_result card_read(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    enum code128_result found = code128_read(edges, count, code);
    if (found == CODE128_READ)
        return code128_roughness(edges, count, code->text, code->reverse) <= ROUGHEST ? found : CODE128_UNCLEAR;
    return matched(edges, count, code) ? CODE128_READ : found;
}
