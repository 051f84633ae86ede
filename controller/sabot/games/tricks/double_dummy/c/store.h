/* Things found by their hash, in an array that grows up to a limit. Each begins with a `struct item`, and is called
 * by its number from 1: its place in memory changes as the array grows. */
#ifndef SABOT_STORE_H
#define SABOT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct item {
    uint32_t hash, next; /* the number of another one in the same slot; 0 after the last */
};

struct store {
    char *items;
    uint32_t *slots;
    size_t size;
    uint32_t used, room, most; /* powers of two */
};

/* Room for things of this size, `most` of them; false where there is no memory. Close it all the same. */
bool store_open(struct store *of, size_t size, uint32_t most);
void store_close(struct store *of);
void store_forget(struct store *of);

/* The number of the first thing in the slot of this hash; 0 where it is empty. */
static inline uint32_t store_first(const struct store *of, uint32_t hash)
{
    return of->slots[hash & (of->room - 1)];
}

static inline void *store_at(const struct store *of, uint32_t number)
{
    return of->items + (size_t)(number - 1) * of->size;
}

/* Whether one more can be put in. */
bool store_has_room(struct store *of);

/* The number of a new thing, all of it 0; ask first whether there is room. */
uint32_t store_add(struct store *of, uint32_t hash);

/* Some words as one hash. */
static inline uint32_t hash_of(const uint32_t *words, int number, uint32_t seed)
{
    uint64_t mixed = seed;
    for (int nth = 0; nth < number; nth++)
        mixed = (mixed ^ words[nth]) * UINT64_C(0x9e3779b97f4a7c15) + (mixed >> 32);
    return (uint32_t)(mixed >> 32);
}

#endif
