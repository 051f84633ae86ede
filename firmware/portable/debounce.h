/* A level that chatters, made steady: it counts once it has stood still for a while. */
#ifndef SABOT_DEBOUNCE_H
#define SABOT_DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

struct debounce {
    bool steady, raw;
    uint32_t hold_us;
    uint64_t since_us; /* when the raw level left the steady one for the first time */
    uint64_t moved_us; /* its last edge */
};

void debounce_start(struct debounce *of, bool level, uint32_t hold_us);

void debounce_edge(struct debounce *of, bool level, uint64_t at_us);

/* True once when the steady level has changed; the change happened at `since_us`. */
bool debounce_settled(struct debounce *of, uint64_t now_us);

/* How long until it may settle; UINT32_MAX where nothing waits. */
uint32_t debounce_due_us(const struct debounce *of, uint64_t now_us);

#endif
