#include <string.h>

#include "code128.h"
#include "code128_symbols.h"

struct symbols {
    uint8_t each[CODE128_TEXT_MAX + 3];
    uint32_t count;
};

struct widths {
    uint8_t each[CODE128_MOST];
    uint32_t count;
};

static void add(struct widths *widths, uint32_t value)
{
    for (int shift = 20; shift >= 0; shift -= 4)
        widths->each[widths->count++] = (uint8_t)(CODE128_SYMBOLS[value] >> shift & 15);
}

static void turn(struct widths *widths)
{
    for (uint32_t each = 0; each < widths->count / 2; each++) {
        uint8_t other = widths->each[widths->count - 1 - each];
        widths->each[widths->count - 1 - each] = widths->each[each];
        widths->each[each] = other;
    }
}

static void print(struct widths *widths, const struct symbols *symbols, bool reverse)
{
    widths->count = 0;
    for (uint32_t each = 0; each < symbols->count; each++)
        add(widths, symbols->each[each]);
    widths->each[widths->count++] = LAST_BAR;
    if (reverse)
        turn(widths);
}

static struct symbols spelt(const char *text)
{
    struct symbols symbols = {.each = {START_B}, .count = 1};
    uint32_t sum = START_B;
    for (; *text && symbols.count <= CODE128_TEXT_MAX; text++) {
        uint32_t value = (uint32_t)(*text - SPACES_BELOW);
        sum += symbols.count * value;
        symbols.each[symbols.count++] = (uint8_t)value;
    }
    symbols.each[symbols.count++] = (uint8_t)(sum % CHECK_BASE);
    symbols.each[symbols.count++] = STOP;
    return symbols;
}

/* Times are halved until two of them, times the widest pair, fit 31 bits with eleven to spare. */
static uint32_t shift_for(const uint32_t *edges, uint32_t count)
{
    uint32_t longest = 0, shift = 0;
    for (uint32_t each = 0; each + 2 <= count; each++)
        if (edges[each + 2] - edges[each] > longest)
            longest = edges[each + 2] - edges[each];
    while (longest >> shift > 1u << 16)
        shift++;
    return shift;
}

/* How much slower each pair of elements (a bar with a space is as long as drawn, however the ink spread) is than the
   one before, 1024 for as much again. */
static int32_t change_at(const uint32_t *edges, const uint8_t *widths, uint32_t shift)
{
    int32_t other = (int32_t)((edges[2] - edges[0]) >> shift) * (widths[1] + widths[2]);
    int32_t one = (int32_t)((edges[3] - edges[1]) >> shift) * (widths[0] + widths[1]);
    return (one - other) * 2048 / (one + other + 1);
}

static uint32_t magnitude(int32_t value)
{
    return (uint32_t)(value < 0 ? -value : value);
}

/* All changes of speed, and all changes of these, but the greatest: a hand may jerk once. */
static uint32_t roughness(const uint32_t *edges, const struct symbols *symbols, bool reverse)
{
    struct widths widths;
    print(&widths, symbols, reverse);
    uint32_t shift = shift_for(edges, widths.count), sum = 0, greatest = 0;
    int32_t before = 0;
    for (uint32_t each = 0; each + 3 <= widths.count; each++) {
        int32_t change = change_at(edges + each, widths.each + each, shift);
        uint32_t turned = each ? magnitude(change - before) : 0;
        greatest = turned > greatest ? turned : greatest;
        sum += magnitude(change) + turned;
        before = change;
    }
    return sum - greatest;
}

static bool fits(uint32_t count, const char *text)
{
    return strlen(text) <= CODE128_TEXT_MAX && count == CODE128_ELEMENTS(strlen(text));
}

uint32_t code128_roughness(const uint32_t *edges, uint32_t count, const char *text, bool reverse)
{
    if (!fits(count, text))
        return UINT32_MAX;
    struct symbols symbols = spelt(text);
    return roughness(edges, &symbols, reverse);
}

uint32_t code128_rival(const uint32_t *edges, uint32_t count, const char *text, bool reverse)
{
    if (!fits(count, text))
        return 0;
    struct symbols symbols = spelt(text);
    uint32_t least = UINT32_MAX;
    for (uint32_t each = 1; each + 1 < symbols.count; each++) {
        uint8_t right = symbols.each[each];
        for (uint8_t value = 0; value < START_B; value++) {
            symbols.each[each] = value;
            uint32_t rough = value == right ? UINT32_MAX : roughness(edges, &symbols, reverse);
            if (rough < least)
                least = rough;
        }
        symbols.each[each] = right;
    }
    return least;
}
