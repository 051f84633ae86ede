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
    swipe->spoilt = gate_busy; /* part of a card may have passed already */
}

static bool gate_is_free(const struct swipe *swipe)
{
    return !swipe->gate.steady && !swipe->gate.raw;
}

/* A card reaches the sensor: earlier edges belong to no card. */
static void strip_begins(struct swipe *swipe, uint64_t at_us)
{
    swipe->strip_us = at_us;
    swipe->filled = 0;
    swipe->spoilt = false;
    swipe->lid_was_open = swipe->lid.steady || swipe->lid.raw;
}

/* The last edge and this one are one glitch: forget both. */
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

/* Speed as far as one card's length allows to name one. */
static uint16_t speed(uint32_t modules, uint32_t us)
{
    uint64_t mm_s = (uint64_t)modules * MODULE_UM * 1000u / us;
    return mm_s > UINT16_MAX ? UINT16_MAX : (uint16_t)mm_s;
}

/* Which card it is, or why it is not read. */
static uint8_t read_strip(const struct swipe *swipe, uint32_t elements, struct verdict *verdict)
{
    uint32_t whole_us = swipe->strip[elements] - swipe->strip[0];
    enum code128_result found = card_read(swipe->strip, elements, &verdict->code);
    if (found != CODE128_READ)
        return found == CODE128_NO_START ? NO_START : CHECK_DIGIT;
    if (!names_card(verdict->code.text))
        return NAMES_NO_CARD;
    verdict->speed_mm_s = speed(verdict->code.modules, whole_us);
    return NO_FAILURE;
}

/* The light before the first bar and behind the last must be wider than anything within a code (4 modules). */
static bool quiet(const struct swipe *swipe, uint32_t elements, uint32_t left_us)
{
    uint32_t module_us = (swipe->strip[elements] - swipe->strip[0]) / (elements * 2u);
    uint32_t behind_us = left_us - swipe->strip[elements];
    return swipe->strip[0] > 4u * module_us && behind_us > 4u * module_us;
}

/* The verdict on the edges of a card that has left. The last edge is the end of the card, where dark begins. */
static uint8_t judged(const struct swipe *swipe, struct verdict *verdict)
{
    if (swipe->lid_was_open)
        return LID_OPEN;
    if (swipe->spoilt)
        return CHECK_DIGIT;
    if (swipe->filled < 3)
        return NO_START;
    uint32_t elements = swipe->filled - 2u;
    uint32_t module_us = (swipe->strip[elements] - swipe->strip[0]) / (elements * 11u / 6u);
    if (module_us > SLOWEST_MODULE_US)
        return TOO_SLOW;
    if (module_us < FASTEST_MODULE_US)
        return TOO_FAST;
    if (!quiet(swipe, elements, swipe->strip[swipe->filled - 1]))
        return NO_START;
    return read_strip(swipe, elements, verdict);
}

/* The gate is free: if the sensor sees dark, the card is out; otherwise it went back. */
static void passed(struct swipe *swipe, struct verdict *verdict)
{
    verdict->failure = swipe->dark ? judged(swipe, verdict) : PULLED_BACK;
    verdict->kind = verdict->failure == NO_FAILURE ? CARD_PASSED : NOT_READ;
    strip_begins(swipe, swipe->strip_us);
}

static void moved(struct verdict *verdict, enum verdict_kind kind, const struct debounce *of)
{
    verdict->kind = kind;
    verdict->level = of->steady;
    verdict->at_us = of->since_us;
}

bool swipe_verdict(struct swipe *swipe, uint64_t now_us, struct verdict *verdict)
{
    *verdict = swipe->waiting;
    swipe->waiting.kind = NOTHING;
    if (verdict->kind != NOTHING)
        return true;
    if (debounce_settled(&swipe->lid, now_us)) {
        moved(verdict, LID_MOVED, &swipe->lid);
        return true;
    }
    if (!debounce_settled(&swipe->gate, now_us))
        return false;
    moved(verdict, GATE_MOVED, &swipe->gate);
    if (verdict->level)
        return true;
    swipe->waiting = *verdict;
    passed(swipe, verdict);
    return true;
}
