#include "swipe.h"

#include <string.h>

#include "names.h"

void swipe_start(struct swipe *swipe, bool dark, bool gate_busy, bool lid_open)
{
    memset(swipe, 0, sizeof *swipe);
    debounce_start(&swipe->gate, gate_busy, GATE_STEADY_US);
    debounce_start(&swipe->lid, lid_open, LID_STEADY_US);
    swipe->dark = dark;
    swipe->lid_was_open = lid_open;
    swipe->spoilt = gate_busy; /* who knows what has passed already */
}

static bool gate_is_free(const struct swipe *swipe)
{
    return !swipe->gate.steady && !swipe->gate.raw;
}

/* A card comes before the sensor: whatever was seen before belongs to no card. */
static void strip_begins(struct swipe *swipe, uint64_t at_us)
{
    swipe->strip_us = at_us;
    swipe->filled = 0;
    swipe->spoilt = false;
    swipe->lid_was_open = swipe->lid.steady || swipe->lid.raw;
}

/* The last edge and this one are one glitch: as if neither had been. */
static bool glitch(struct swipe *swipe, uint32_t after_us)
{
    if (swipe->filled == 0 || after_us - swipe->strip[swipe->filled - 1] >= GLITCH_US)
        return false;
    swipe->filled--;
    return true;
}

void swipe_bar(struct swipe *swipe, bool dark, uint64_t at_us)
{
    if (dark == swipe->dark)
        return;
    swipe->dark = dark;
    if (!dark && gate_is_free(swipe)) {
        strip_begins(swipe, at_us);
        return;
    }
    uint64_t after_us = at_us - swipe->strip_us;
    if (after_us > INT32_MAX || swipe->filled == STRIP_MOST) {
        swipe->spoilt = true;
    } else if (!glitch(swipe, (uint32_t)after_us)) {
        swipe->strip[swipe->filled++] = (uint32_t)after_us;
    }
}

void swipe_gate(struct swipe *swipe, bool busy, uint64_t at_us)
{
    debounce_edge(&swipe->gate, busy, at_us);
}

void swipe_lid(struct swipe *swipe, bool open, uint64_t at_us)
{
    debounce_edge(&swipe->lid, open, at_us);
    swipe->lid_was_open |= open;
}

void swipe_lost(struct swipe *swipe)
{
    swipe->spoilt = true;
}

static struct verdict not_read(uint8_t failure)
{
    return (struct verdict){.kind = NOT_READ, .failure = failure};
}

/* Speed as far as one card's length allows to name one. */
static uint16_t speed(uint32_t modules, uint32_t us)
{
    uint64_t mm_s = (uint64_t)modules * MODULE_UM * 1000u / us;
    return mm_s > UINT16_MAX ? UINT16_MAX : (uint16_t)mm_s;
}

static struct verdict read_strip(const struct swipe *swipe, uint32_t elements)
{
    struct verdict verdict = {.kind = CARD_PASSED};
    uint32_t whole_us = swipe->strip[elements] - swipe->strip[0];
    switch (card_read(swipe->strip, elements, &verdict.code)) {
    case CODE128_READ:
        break;
    case CODE128_NO_START:
        return not_read(NO_START);
    default:
        return not_read(CHECK_DIGIT);
    }
    if (!names_card(verdict.code.text))
        return not_read(NAMES_NO_CARD);
    verdict.speed_mm_s = speed(verdict.code.modules, whole_us);
    return verdict;
}

/* The light before the first bar and behind the last must be wider than anything within a code (4 modules). */
static bool quiet(const struct swipe *swipe, uint32_t elements, uint32_t left_us)
{
    uint32_t module_us = (swipe->strip[elements] - swipe->strip[0]) / (elements * 2u);
    uint32_t behind_us = left_us - swipe->strip[elements];
    return swipe->strip[0] > 4u * module_us && behind_us > 4u * module_us;
}

/* What the edges of a card that has left say. The last one is where the card itself ended, and dark began. */
static struct verdict judged(const struct swipe *swipe)
{
    if (swipe->lid_was_open)
        return not_read(LID_OPEN);
    if (swipe->spoilt)
        return not_read(CHECK_DIGIT);
    if (swipe->filled < 3)
        return not_read(NO_START);
    uint32_t elements = swipe->filled - 2u;
    uint32_t module_us = (swipe->strip[elements] - swipe->strip[0]) / (elements * 11u / 6u);
    if (module_us > SLOWEST_MODULE_US)
        return not_read(TOO_SLOW);
    if (module_us < FASTEST_MODULE_US)
        return not_read(TOO_FAST);
    if (!quiet(swipe, elements, swipe->strip[swipe->filled - 1]))
        return not_read(NO_START);
    return read_strip(swipe, elements);
}

/* The gate has fallen free: with dark before the sensor the card is out, else it went back. */
static struct verdict passed(struct swipe *swipe)
{
    struct verdict verdict = swipe->dark ? judged(swipe) : not_read(PULLED_BACK);
    strip_begins(swipe, swipe->strip_us);
    return verdict;
}

static struct verdict moved(enum verdict_kind kind, const struct debounce *of)
{
    return (struct verdict){.kind = kind, .level = of->steady, .at_us = of->since_us};
}

struct verdict swipe_verdict(struct swipe *swipe, uint64_t now_us)
{
    struct verdict verdict = swipe->waiting;
    swipe->waiting.kind = NOTHING;
    if (verdict.kind != NOTHING)
        return verdict;
    if (debounce_settled(&swipe->lid, now_us))
        return moved(LID_MOVED, &swipe->lid);
    if (!debounce_settled(&swipe->gate, now_us))
        return verdict;
    verdict = moved(GATE_MOVED, &swipe->gate);
    if (verdict.level)
        return verdict;
    swipe->waiting = verdict;
    verdict = passed(swipe);
    verdict.at_us = swipe->waiting.at_us;
    return verdict;
}
