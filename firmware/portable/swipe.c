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
    swipe->strip.spoilt = gate_busy; /* part of a card may have passed already */
}

static bool gate_is_free(const struct swipe *swipe)
{
    return !swipe->gate.steady && !swipe->gate.raw;
}

static void passage_begins(struct swipe *swipe)
{
    swipe->strip.spoilt = false;
    swipe->lid_was_open = swipe->lid.steady || swipe->lid.raw;
}

void swipe_bar(struct swipe *swipe, bool dark, uint64_t at_us)
{
    if (dark == swipe->dark)
        return;
    swipe->dark = dark;
    bool no_card_out = gate_is_free(swipe);
    if (!dark && no_card_out)
        passage_begins(swipe);
    if (!dark && (no_card_out || swipe->strip.filled == 0))
        strip_begins(&swipe->strip, at_us);
    else
        strip_edge(&swipe->strip, at_us);
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
    swipe->strip.spoilt = true;
}

/* Speed as far as one card's length allows to name one. */
static uint16_t speed(uint32_t modules, uint32_t us)
{
    uint64_t mm_s = (uint64_t)modules * MODULE_UM * 1000u / us;
    return mm_s > UINT16_MAX ? UINT16_MAX : (uint16_t)mm_s;
}

/* Which card it is, or why it is not read. */
static uint8_t read_edges(const uint32_t *edges, uint32_t elements, struct verdict *verdict)
{
    uint32_t whole_us = edges[elements] - edges[0];
    enum code128_result found = card_read(edges, elements, &verdict->code);
    if (found != CODE128_READ)
        return found == CODE128_NO_START ? NO_START : CHECK_DIGIT;
    if (!names_card(verdict->code.text))
        return NAMES_NO_CARD;
    verdict->speed_mm_s = speed(verdict->code.modules, whole_us);
    return NO_FAILURE;
}

/* The light before the first bar and behind the last must be wider than anything within a code (4 modules). */
static bool quiet(const uint32_t *edges, uint32_t elements)
{
    uint32_t module_us = (edges[elements] - edges[0]) / (elements * 2u);
    uint32_t behind_us = edges[elements + 1u] - edges[elements];
    return edges[0] > 4u * module_us && behind_us > 4u * module_us;
}

/* The verdict on the edges of a card that has left. The last edge is the end of the card, where dark begins. */
static uint8_t judged(const struct swipe *swipe, uint32_t count, struct verdict *verdict)
{
    const uint32_t *edges = swipe->strip.edges;
    if (swipe->lid_was_open)
        return LID_OPEN;
    if (swipe->strip.spoilt)
        return CHECK_DIGIT;
    if (count < 3)
        return NO_START;
    uint32_t elements = count - 2u;
    uint32_t module_us = (edges[elements] - edges[0]) / (elements * 11u / 6u);
    if (module_us > SLOWEST_MODULE_US)
        return TOO_SLOW;
    if (module_us < FASTEST_MODULE_US)
        return TOO_FAST;
    if (!quiet(edges, elements))
        return NO_START;
    return read_edges(edges, elements, verdict);
}

/* This very card went back when the gate fell free. It came to the sensor before the gate was busy, the sensor still sees
   it and never saw an end of it; or its bars came back. */
static bool pulled_back(const struct swipe *swipe, uint32_t count)
{
    if (swipe->strip.spoilt || count % 2)
        return false;
    if (count)
        return strip_came_back(&swipe->strip, count);
    return !swipe->dark && swipe->strip.begun_us <= swipe->busy_us;
}

/* The next card begins with the edge after these; if it has not come yet, the next edge is its beginning. */
static void next_card(struct swipe *swipe, uint32_t count)
{
    struct strip *strip = &swipe->strip;
    if (count < strip->filled)
        strip_drop(strip, count + 1u, strip->begun_us + strip->edges[count]);
    else
        strip_begins(strip, swipe->free_us);
}

static void told(struct swipe *swipe, struct verdict *verdict, uint32_t count)
{
    verdict->failure = judged(swipe, count, verdict);
    verdict->kind = verdict->failure == NO_FAILURE ? CARD_PASSED : NOT_READ;
    next_card(swipe, count);
}

/* The next card of those that passed until the gate fell free; the last of them ends the passage. */
static void passed(struct swipe *swipe, struct verdict *verdict)
{
    struct strip *strip = &swipe->strip;
    uint32_t within = strip->spoilt ? strip->filled : strip_until(strip, swipe->free_us);
    uint32_t first = strip->spoilt ? within : strip_first_card(strip, within);
    verdict->at_us = swipe->free_us;
    if (pulled_back(swipe, within)) {
        verdict->kind = NOT_READ;
        verdict->failure = PULLED_BACK;
        strip_drop(strip, within, swipe->free_us);
    } else if (first < within) {
        verdict->at_us = strip->begun_us + strip->edges[first];
        told(swipe, verdict, first);
        return;
    } else {
        bool followed = within && within % 2 == 0 && !strip->spoilt;
        told(swipe, verdict, within - followed);
    }
    passage_begins(swipe);
    swipe->leaving = false;
}

static void moved(struct verdict *verdict, enum verdict_kind kind, const struct debounce *of)
{
    verdict->kind = kind;
    verdict->level = of->steady;
    verdict->at_us = of->since_us;
}

/* What the gate's last movement has to say: the cards that passed before the gate itself. */
static bool gate_says(struct swipe *swipe, struct verdict *verdict)
{
    if (swipe->leaving) {
        passed(swipe, verdict);
        return true;
    }
    if (!swipe->gate_untold)
        return false;
    swipe->gate_untold = false;
    moved(verdict, GATE_MOVED, &swipe->gate);
    return true;
}

bool swipe_verdict(struct swipe *swipe, uint64_t now_us, struct verdict *verdict)
{
    *verdict = (struct verdict){.kind = NOTHING};
    if (gate_says(swipe, verdict))
        return true;
    if (debounce_settled(&swipe->lid, now_us)) {
        moved(verdict, LID_MOVED, &swipe->lid);
        return true;
    }
    if (!debounce_settled(&swipe->gate, now_us))
        return false;
    swipe->leaving = !swipe->gate.steady;
    swipe->gate_untold = true;
    *(swipe->leaving ? &swipe->free_us : &swipe->busy_us) = swipe->gate.since_us;
    return gate_says(swipe, verdict);
}
