/* The wheel: the beginnings and ends of pulses are stamped and sent in batches; what they mean is judged elsewhere. */
#include <string.h>

#include "bytes.h"
#include "device.h"

/* On the link the sensors are numbered from 1: index, index2, track, pocket, track2, pocket2. */
enum { SENSORS = 6, FIRST_NUMBER = 1 };

/* Words that only a controller of link version 2 is sent: a sensor that no longer sees anything, and edges lost. */
enum { PULSE_ENDS = 0x80, EDGES_LOST = 0, LOST_MOST = 0xffffff };

#define BATCH_MOST (PAYLOAD_MAX / 4u)
#define BATCH_AGE_US 100000u /* an edge waits no longer for others */
#define DEAD_US 1000u        /* a sensor that chatters is heard once in this time */

const struct device_about DEVICE = {"sabot-wheel", "Sabot wheel", SENSORS, 250};

static struct {
    uint64_t begun_us; /* the first edge's time */
    uint8_t payload[PAYLOAD_MAX];
    uint16_t edges;
    uint64_t last_us[SENSORS];
    bool heard[SENSORS], level[SENSORS];
    uint32_t lost; /* edges, not told yet */
} batch;

const char *device_self_test(const bool *levels)
{
    (void)levels; /* a rotor may rest anywhere: each level is fine */
    return FIRMWARE_VERSION;
}

void device_start(struct link *link, const bool *levels, uint64_t now_us)
{
    (void)link;
    (void)now_us;
    memset(&batch, 0, sizeof batch);
    memcpy(batch.level, levels, sizeof batch.level);
}

static void send(struct link *link)
{
    link_say(link, EDGES, batch.payload, 4u * batch.edges, batch.begun_us);
    batch.edges = 0;
}

/* A word more: `value` is µs after the batch began, or for lost edges their number. */
static void add(struct link *link, uint32_t number, uint64_t at_us, uint32_t value)
{
    if (batch.edges == 0)
        batch.begun_us = at_us;
    uint32_t after_us = (uint32_t)(at_us - batch.begun_us);
    put_u32(batch.payload + 4u * batch.edges++, number << 24 | (number == EDGES_LOST ? value : after_us));
    if (batch.edges == BATCH_MOST)
        send(link);
}

/* A change to where it was already is none. */
static bool changes(const struct edge *edge)
{
    bool before = batch.level[edge->sensor];
    batch.level[edge->sensor] = edge->level;
    return edge->level != before;
}

static bool chatters(const struct edge *edge)
{
    return batch.heard[edge->sensor] && edge->at_us - batch.last_us[edge->sensor] < DEAD_US;
}

/* Kept until a controller listens that knows the word. */
static void say_lost(struct link *link, uint64_t now_us)
{
    if (batch.lost == 0 || link->version < 2)
        return;
    add(link, EDGES_LOST, now_us, batch.lost);
    batch.lost = 0;
}

void device_edge(struct link *link, const struct edge *edge)
{
    device_tick(link, edge->at_us);
    if (edge->sensor >= SENSORS || !changes(edge) || chatters(edge))
        return;
    uint32_t number = (uint32_t)edge->sensor + FIRST_NUMBER;
    if (edge->level) {
        batch.heard[edge->sensor] = true;
        batch.last_us[edge->sensor] = edge->at_us;
        add(link, number, edge->at_us, 0);
    } else if (batch.heard[edge->sensor] && link->version >= 2) {
        add(link, PULSE_ENDS | number, edge->at_us, 0);
    }
}

void device_lost(struct link *link, uint32_t count, uint64_t now_us)
{
    batch.lost = count > LOST_MOST - batch.lost ? LOST_MOST : batch.lost + count;
    say_lost(link, now_us);
}

void device_tick(struct link *link, uint64_t now_us)
{
    say_lost(link, now_us);
    if (batch.edges && now_us >= batch.begun_us + BATCH_AGE_US)
        send(link);
}

uint32_t device_due_us(uint64_t now_us)
{
    if (batch.edges == 0)
        return UINT32_MAX;
    uint64_t due_us = batch.begun_us + BATCH_AGE_US;
    return due_us > now_us ? (uint32_t)(due_us - now_us) : 0;
}
