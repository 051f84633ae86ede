#include "debounce.h"

void debounce_start(struct debounce *of, bool level, uint32_t hold_us)
{
    *of = (struct debounce){.steady = level, .raw = level, .hold_us = hold_us};
}

void debounce_edge(struct debounce *of, bool level, uint64_t at_us)
{
    if (of->raw == of->steady && level != of->steady)
        of->since_us = at_us;
    of->raw = level;
    of->moved_us = at_us;
}

bool debounce_settled(struct debounce *of, uint64_t now_us)
{
    if (of->raw == of->steady || now_us < of->moved_us || now_us - of->moved_us < of->hold_us)
        return false;
    of->steady = of->raw;
    return true;
}

uint32_t debounce_due_us(const struct debounce *of, uint64_t now_us)
{
    if (of->raw == of->steady)
        return UINT32_MAX;
    uint64_t due_us = of->moved_us + of->hold_us;
    return due_us > now_us ? (uint32_t)(due_us - now_us) : 0;
}
