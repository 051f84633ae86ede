#include "names.h"

#include <string.h>

#define ROUGHEST 3300u /* no hand changes its speed more than this within a card */
#define APART 256u     /* by so much every other code must be rougher */

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

/* The card whose code these edges are with the smoothest hand, whichever way round it was printed. */
static uint32_t smoothest(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t number = 0; number <= 2 * CARDS + 1; number++) {
        char text[CODE128_TEXT_MAX + 1] = "";
        name(number / 2, text);
        uint32_t rough = code128_roughness(edges, count, text, number % 2);
        if (rough >= best)
            continue;
        best = rough;
        memcpy(code->text, text, sizeof text);
        code->reverse = number % 2;
    }
    return best;
}

/* Believed where the hand is possible, and where no code but this one, of a card or not, is nearly as likely. Two
   cards' codes differ in the card's name and the check digit: what is far from all that differ in one is far from
   them. */
static bool matched(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    uint32_t rough = smoothest(edges, count, code);
    return rough <= ROUGHEST && code128_rival(edges, count, code->text, code->reverse) >= rough + APART;
}

enum code128_result card_read(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    enum code128_result found = code128_read(edges, count, code);
    if (found == CODE128_READ)
        return code128_roughness(edges, count, code->text, code->reverse) <= ROUGHEST ? found : CODE128_UNCLEAR;
    return matched(edges, count, code) ? CODE128_READ : found;
}
