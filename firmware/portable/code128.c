#include "code128.h"

#include "code128_symbols.h"

#define Q 1024                  /* a module */
#define SYMBOL (11 * Q)         /* a symbol */
#define OFF_MOST (Q * 2 / 5)    /* an edge further from its place than this does not fit */
#define WORSE_LEAST (Q * 3 / 5)      /* how much worse the next best symbol must fit, over all edges */
#define STEEPEST (64 * SYMBOL)  /* a symbol begins or ends at most this much faster than its mean speed */
#define SPREAD_MOST (Q / 2)     /* ink may make bars wider or narrower by at most this */

/* Where the five inner edges of a symbol lie, in 1/Q module from its beginning. */
struct places {
    int32_t at[5];
};

static uint32_t magnitude(int32_t value)
{
    return (uint32_t)(value < 0 ? -value : value);
}

/* Speed at the border of two symbols, times the length in time of the one asked for: the slope of the parabola
   through the three borders about it. No hand is as fast as STEEPEST: up to there the cubic fits 32 bits. */
static int32_t slope(int64_t mine_us, int64_t other_us)
{
    int64_t steep = SYMBOL * (mine_us * mine_us / other_us + other_us) / (mine_us + other_us);
    return steep > STEEPEST ? STEEPEST : (int32_t)steep;
}

/* Nothing is known beyond the end of the code: assume that the speed keeps changing as it did within. */
static int32_t slope_beyond(int32_t inner)
{
    int32_t outer = 2 * SYMBOL - inner;
    return outer < SYMBOL / 4 ? SYMBOL / 4 : outer;
}

/* A cubic through the borders of the symbol with slopes `begin` and `end`, where `s` of Q of its time is over. */
static int32_t place(int32_t s, int32_t begin, int32_t end)
{
    int32_t ss = s * s / Q, sss = ss * s / Q;
    return ((sss - 2 * ss + s) * begin + (3 * ss - 2 * sss) * SYMBOL + (sss - ss) * end) / Q;
}

/* Where each inner edge lies. */
static struct places placed(const uint32_t *edges, int64_t before_us, int64_t after_us)
{
    struct places places;
    uint32_t whole = edges[6] - edges[0];
    int32_t begin = before_us ? slope(whole, before_us) : 0;
    int32_t end = after_us ? slope(whole, after_us) : slope_beyond(begin);
    if (!before_us)
        begin = slope_beyond(end);
    for (int each = 0; each < 5; each++)
        places.at[each] = place((int32_t)((uint64_t)(edges[each + 1] - edges[0]) * Q / whole), begin, end);
    return places;
}

/* How badly a symbol fits all these edges together; UINT32_MAX where one of them is too far off. Ink spreads to
   both sides of a bar, and a bar's end is where a symbol's odd edges are. */
static uint32_t badness(const struct places *places, int32_t spread, uint32_t symbol)
{
    uint32_t sum = 0;
    int32_t at = 0;
    for (int each = 0; each < 5; each++) {
        at += (int32_t)(symbol >> (20 - 4 * each) & 15) * Q;
        uint32_t off = magnitude(places->at[each] - at - (each % 2 ? 0 : spread));
        if (off > OFF_MOST)
            return UINT32_MAX;
        sum += off;
    }
    return sum;
}

/* The one symbol that fits these edges; -1 if none does or two fit nearly as well. */
static int symbol_at(const struct places *places, int32_t spread)
{
    uint32_t best = UINT32_MAX, second = UINT32_MAX;
    int found = -1;
    for (int value = 0; value <= STOP; value++) {
        uint32_t bad = badness(places, spread, CODE128_SYMBOLS[value]);
        if (bad < best) {
            second = best;
            best = bad;
            found = value;
        } else if (bad < second) {
            second = bad;
        }
    }
    return second == UINT32_MAX || second - best >= WORSE_LEAST ? found : -1;
}

/* How much wider than drawn the bars of this expected symbol are. */
static int32_t spread_of(const struct places *places, uint32_t symbol)
{
    int32_t sum = 0, at = 0;
    for (int each = 0; each < 5; each++) {
        at += (int32_t)(symbol >> (20 - 4 * each) & 15) * Q;
        sum += each % 2 ? 0 : places->at[each] - at;
    }
    sum /= 3;
    return sum > SPREAD_MOST ? SPREAD_MOST : sum < -SPREAD_MOST ? -SPREAD_MOST : sum;
}

static int64_t symbol_us(const uint32_t *edges, uint32_t index)
{
    return (int64_t)edges[6 * index + 6] - edges[6 * index];
}

static struct places symbol_places(const uint32_t *edges, uint32_t index, uint32_t symbols)
{
    int64_t before = index ? symbol_us(edges, index - 1) : 0;
    int64_t after = index + 1 < symbols ? symbol_us(edges, index + 1) : 0;
    return placed(edges + 6 * index, before, after);
}

/* A start at the beginning and a stop at the end, by the ink that both agree on. */
static bool framed(const uint32_t *edges, uint32_t symbols, int32_t *spread)
{
    struct places start = symbol_places(edges, 0, symbols), stop = symbol_places(edges, symbols - 1, symbols);
    *spread = (spread_of(&start, CODE128_SYMBOLS[START_B]) + spread_of(&stop, CODE128_SYMBOLS[STOP])) / 2;
    return symbol_at(&start, *spread) == START_B && symbol_at(&stop, *spread) == STOP;
}

static enum code128_result read_forward(const uint32_t *edges, uint32_t symbols, struct code128 *code)
{
    int32_t spread;
    if (!framed(edges, symbols, &spread))
        return CODE128_NO_START;
    uint32_t sum = START_B, characters = symbols - 3;
    for (uint32_t index = 1; index <= characters + 1; index++) {
        struct places places = symbol_places(edges, index, symbols);
        int value = symbol_at(&places, spread);
        if (value < 0)
            return CODE128_UNCLEAR;
        if (value >= CHECK_BASE)
            return CODE128_BAD_CHECK;
        if (index > characters)
            return sum % CHECK_BASE == (uint32_t)value ? CODE128_READ : CODE128_BAD_CHECK;
        if (value >= PRINTABLE)
            return CODE128_BAD_CHECK;
        sum += index * (uint32_t)value;
        code->text[index - 1] = (char)(value + SPACES_BELOW);
        code->text[index] = 0;
    }
    return CODE128_BAD_CHECK;
}

static bool can_be(const uint32_t *edges, uint32_t count)
{
    if (count < CODE128_ELEMENTS(1) || count > CODE128_MOST || count % 6 != 1)
        return false;
    for (uint32_t each = 0; each < count; each++)
        if (edges[each + 1] <= edges[each] || edges[each + 1] - edges[each] > 1u << 20)
            return false;
    return true;
}

/* Time runs backwards: the code as its beginning saw it. Kept here and not on the stack, which has 2 KB; there is one
   reading at a time. */
static const uint32_t *turned(const uint32_t *edges, uint32_t count)
{
    static uint32_t times[CODE128_MOST + 1];
    for (uint32_t each = 0; each <= count; each++)
        times[each] = edges[count] - edges[count - each];
    return times;
}

enum code128_result code128_read(const uint32_t *edges, uint32_t count, struct code128 *code)
{
    code->text[0] = 0;
    code->reverse = false;
    if (!can_be(edges, count))
        return CODE128_NO_START;
    uint32_t symbols = count / 6;
    code->modules = (uint8_t)(11 * symbols + 2);
    enum code128_result found = read_forward(edges, symbols, code);
    if (found != CODE128_NO_START)
        return found;
    code->reverse = true;
    return read_forward(turned(edges, count), symbols, code);
}
