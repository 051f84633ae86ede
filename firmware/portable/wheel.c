/* The wheel: edges are stamped and sent in batches; what they mean is judged elsewhere. */
#include <string.h>

#include "bytes.h"
#include "device.h"

/* On the link the sensors are numbered from 1: index, index2, track, pocket, track2, pocket2. */
enum { SENSORS = 6, FIRST_NUMBER = 1 };

#define BATCH_MOST (PAYLOAD_MAX / 4u)
#define BATCH_AGE_US 100000u /* an edge waits no longer for others */
#define DEAD_US 1000u        /* a sensor that chatters is heard once in this time */

const struct device_about DEVICE = {"sabot-wheel", "Sabot wheel", SENSORS};

static struct {
    uint64_t begun_us; /* the first edge's time */
    uint8_t payload[PAYLOAD_MAX];
    uint16_t edges;
    uint64_t last_us[SENSORS];
    bool heard[SENSORS], level[SENSORS];
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

/* A change to where it was already is none. */
static bool rises(const struct edge *edge)
{
    bool before = batch.level[edge->sensor];
    batch.level[edge->sensor] = edge->level;
    return edge->level && !before;
}

static bool chatters(const struct edge *edge)
{
    return batch.heard[edge->sensor] && edge->at_us - batch.last_us[edge->sensor] < DEAD_US;
}

void device_edge(struct link *link, const struct edge *edge)
{
    device_tick(link, edge->at_us);
    if (edge->sensor >= SENSORS || !rises(edge) || chatters(edge))
        return;
    batch.heard[edge->sensor] = true;
    batch.last_us[edge->sensor] = edge->at_us;
    if (batch.edges == 0)
        batch.begun_us = edge->at_us;
    uint32_t after_us = (uint32_t)(edge->at_us - batch.begun_us);
    uint32_t sensor = (uint32_t)edge->sensor + FIRST_NUMBER;
    put_u32(batch.payload + 4u * batch.edges++, sensor << 24 | after_us);
    if (batch.edges == BATCH_MOST)
        send(link);
}

void device_lost(void)
{
}

void device_tick(struct link *link, uint64_t now_us)
{
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
