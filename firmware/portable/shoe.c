#include "shoe.h"

#include <string.h>

#include "bytes.h"
#include "device.h"
#include "swipe.h"

const struct device_about DEVICE = {"sabot-shoe", "Sabot shoe", SHOE_SENSORS, 160};

static struct swipe swipe;

static void say_flag(struct link *link, uint8_t type, bool flag, uint64_t at_us)
{
    uint8_t payload = flag;
    link_say(link, type, &payload, 1, at_us);
}

const char *device_self_test(const bool *levels)
{
    if (levels[SHOE_GATE])
        return FIRMWARE_VERSION " gate blocked at start";
    return levels[SHOE_BAR] ? FIRMWARE_VERSION : FIRMWARE_VERSION " bar sensor sees light without a card";
}

void device_start(struct link *link, const bool *levels, uint64_t now_us)
{
    swipe_start(&swipe, levels[SHOE_BAR], levels[SHOE_GATE], levels[SHOE_LID]);
    say_flag(link, LID, levels[SHOE_LID], now_us);
    if (levels[SHOE_GATE])
        say_flag(link, GATE, true, now_us);
}

void device_edge(struct link *link, const struct edge *edge)
{
    device_tick(link, edge->at_us);
    if (edge->sensor == SHOE_BAR)
        swipe_bar(&swipe, edge->level, edge->at_us);
    else if (edge->sensor == SHOE_GATE)
        swipe_gate(&swipe, edge->level, edge->at_us);
    else if (edge->sensor == SHOE_LID)
        swipe_lid(&swipe, edge->level, edge->at_us);
}

void device_lost(struct link *link, uint32_t count, uint64_t now_us)
{
    (void)link;
    (void)count;
    (void)now_us;
    swipe_lost(&swipe);
}

static void say_card(struct link *link, const struct verdict *verdict)
{
    uint8_t payload[4 + CODE128_TEXT_MAX], *at = payload;
    size_t length = strlen(verdict->code.text);
    *at++ = verdict->code.reverse;
    at = put_u16(at, verdict->speed_mm_s);
    *at++ = (uint8_t)length;
    memcpy(at, verdict->code.text, length);
    link_say(link, CARD, payload, 4 + length, verdict->at_us);
}

static void say(struct link *link, const struct verdict *verdict)
{
    if (verdict->kind == CARD_PASSED)
        say_card(link, verdict);
    else if (verdict->kind == NOT_READ)
        link_say(link, READ_FAILURE, &verdict->failure, 1, verdict->at_us);
    else
        say_flag(link, verdict->kind == GATE_MOVED ? GATE : LID, verdict->level, verdict->at_us);
}

void device_tick(struct link *link, uint64_t now_us)
{
    struct verdict verdict;
    while (swipe_verdict(&swipe, now_us, &verdict))
        say(link, &verdict);
}

uint32_t device_due_us(uint64_t now_us)
{
    uint32_t gate_us = debounce_due_us(&swipe.gate, now_us), lid_us = debounce_due_us(&swipe.lid, now_us);
    return gate_us < lid_us ? gate_us : lid_us;
}
