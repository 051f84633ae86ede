/* Edges on their way from an interrupt to the main loop: one writer, one reader, no lock. */
#ifndef SABOT_QUEUE_H
#define SABOT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#define QUEUE_SIZE 512u /* a power of two */

struct edge {
    uint64_t at_us;
    uint8_t sensor;
    bool level;
};

struct queue {
    struct edge edges[QUEUE_SIZE];
    volatile uint32_t written, read;
    volatile uint32_t lost; /* edges that found no room */
    uint32_t lost_told;
};

static inline void queue_put(struct queue *queue, struct edge edge)
{
    uint32_t written = queue->written;
    if (written - queue->read == QUEUE_SIZE) {
        queue->lost++;
        return;
    }
    queue->edges[written % QUEUE_SIZE] = edge;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    queue->written = written + 1;
}

static inline bool queue_take(struct queue *queue, struct edge *edge)
{
    uint32_t read = queue->read;
    if (read == queue->written)
        return false;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    *edge = queue->edges[read % QUEUE_SIZE];
    queue->read = read + 1;
    return true;
}

/* How many edges were lost since this was asked last. */
static inline uint32_t queue_lost(struct queue *queue)
{
    uint32_t lost = queue->lost;
    uint32_t fresh = lost - queue->lost_told;
    queue->lost_told = lost;
    return fresh;
}

#endif
