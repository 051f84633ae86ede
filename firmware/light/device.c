/* The shoe with a reading head: portable/shoe.c, whose bar sensor is the lamp's light and not a pin. The build gives the
   calls of shoe.c other names (CMakeLists.txt); these are what the main loop calls. */
#include "bytes.h"
#include "device.h"
#include "lamp.h"
#include "shoe.h"

void shoe_start(struct link *link, const bool *levels, uint64_t now_us);
void shoe_edge(struct link *link, const struct edge *edge);
void shoe_lost(struct link *link, uint32_t count, uint64_t now_us);
void shoe_tick(struct link *link, uint64_t now_us);
const char *shoe_self_test(const bool *levels);

/* Another kind than the plain shoe, so that nobody flashes one board with the image of the other. */
const struct device_about DEVICE = {"sabot-shoe-light", "Sabot shoe light", SHOE_SENSORS, 166};

static struct queue turns;

/* The turns until then come first, so that the shoe is told everything in its order. */
static void turned_until(struct link *link, uint64_t until_us)
{
    struct edge turn;
    while (turns.read != turns.written && turns.edges[turns.read % QUEUE_SIZE].at_us <= until_us && queue_take(&turns, &turn))
        shoe_edge(link, &turn);
    uint32_t lost = queue_lost(&turns);
    if (lost) {
        shoe_lost(link, lost, until_us);
        shoe_edge(link, &(struct edge){.at_us = until_us, .sensor = SHOE_BAR, .level = lamp_sees_ink()});
    }
}

/* The pin of the bar sensor is open on the carrier, so what counts is what the head itself sees. */
const char *device_self_test(const bool *levels)
{
    struct lamp_trial trial = lamp_try();
    bool seen[SHOE_SENSORS];
    for (unsigned each = 0; each < SHOE_SENSORS; each++)
        seen[each] = each == SHOE_BAR ? !trial.paper : levels[each];
    if (trial.hall > LIGHT_HALL_MOST && !levels[SHOE_GATE])
        return FIRMWARE_VERSION " bar sensor sees light with its lamp off";
    return shoe_self_test(seen);
}

void device_start(struct link *link, const bool *levels, uint64_t now_us)
{
    bool seen[SHOE_SENSORS];
    for (unsigned each = 0; each < SHOE_SENSORS; each++)
        seen[each] = each == SHOE_BAR || levels[each]; /* the light begins with ink */
    shoe_start(link, seen, now_us);
    lamp_start(&turns);
}

void device_edge(struct link *link, const struct edge *edge)
{
    turned_until(link, edge->at_us);
    if (edge->sensor != SHOE_BAR) /* nothing hangs on that pin */
        shoe_edge(link, edge);
}

void device_lost(struct link *link, uint32_t count, uint64_t now_us)
{
    shoe_lost(link, count, now_us);
}

static void say_level(struct link *link, uint64_t now_us)
{
    struct light_told told;
    uint8_t payload[LEVEL_BYTES], *at = payload;
    lamp_tell(&told);
    at = put_u16(at, told.lit);
    at = put_u16(at, told.dark);
    at = put_u16(at, told.light);
    at = put_u16(at, told.least);
    at = put_u16(at, told.most);
    put_u16(at, told.level);
    link_say_level(link, payload, now_us);
}

void device_tick(struct link *link, uint64_t now_us)
{
    turned_until(link, now_us);
    shoe_tick(link, now_us);
    if (link_wants_level(link, now_us))
        say_level(link, now_us);
}
