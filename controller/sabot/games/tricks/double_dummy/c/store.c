#include "store.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

bool store_open(struct store *of, size_t size, uint32_t most)
{
    *of = (struct store){.size = size, .room = FIRST_ROOM, .most = most};
    of->items = malloc(of->room * size);
    of->slots = calloc(of->room, sizeof *of->slots);
    return of->items && of->slots;
}

void store_close(struct store *of)
{
    free(of->items);
    free(of->slots);
}

void store_forget(struct store *of)
{
    memset(of->slots, 0, of->room * sizeof *of->slots);
    of->used = 0;
}

static void linked(struct store *of, uint32_t number)
{
    struct item *item = store_at(of, number);
    uint32_t *first = &of->slots[item->hash & (of->room - 1)];
    item->next = *first;
    *first = number;
}

bool store_has_room(struct store *of)
{
    if (of->used < of->room)
        return true;
    if (of->room >= of->most)
        return false;
    char *items = realloc(of->items, 2 * of->room * of->size);
    of->items = items ? items : of->items;
    uint32_t *slots = items ? realloc(of->slots, 2 * of->room * sizeof *slots) : NULL;
    if (!slots)
        return false;
    of->slots = slots;
    of->room *= 2;
    memset(slots, 0, of->room * sizeof *slots);
    for (uint32_t number = 1; number <= of->used; number++)
        linked(of, number);
    return true;
}

uint32_t store_add(struct store *of, uint32_t hash)
{
    uint32_t number = ++of->used;
    struct item *item = memset(store_at(of, number), 0, of->size);
    item->hash = hash;
    linked(of, number);
    return number;
}
