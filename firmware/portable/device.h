/* What every board of ours is to the folder of its chip: sensors with names and numbers, and four calls. Each image
   links one device: shoe.c, wheel.c, or ../light/device.c. */
#ifndef SABOT_DEVICE_H
#define SABOT_DEVICE_H

#include "link.h"
#include "queue.h"

#define FIRMWARE_VERSION "0.4.1"

struct device_about {
    const char *kind;    /* as it calls itself on the link */
    const char *product; /* its USB product name, by which it is found */
    uint8_t sensors;     /* how many: numbered from 0 */
    uint16_t milliamperes; /* what it draws from USB at most: the sum of hardware/parts.csv */
};

extern const struct device_about DEVICE;

/* `levels`: of each sensor now. What the self-test finds wrong is part of the firmware's name in hello. */
void device_start(struct link *link, const bool *levels, uint64_t now_us);

/* Sensor edges, in order of time. */
void device_edge(struct link *link, const struct edge *edge);

/* This number of edges was lost before they arrived here, since it was said last. */
void device_lost(struct link *link, uint32_t count, uint64_t now_us);

/* Time has passed: all edges before `now_us` have been given. */
void device_tick(struct link *link, uint64_t now_us);

/* How long until a tick has something to do though no edge comes; UINT32_MAX where nothing waits. */
uint32_t device_due_us(uint64_t now_us);

/* The version, and what the self-test finds wrong with these levels at the start, or with what the device looks at by
   itself. Asked once, before the device starts. */
const char *device_self_test(const bool *levels);

#endif
