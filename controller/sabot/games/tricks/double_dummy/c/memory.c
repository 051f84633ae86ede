#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_PLAYERS = 4, LENGTH_BITS = 4, WIDTH_BITS = 4, WIDTH_MASK = 15, MOST_TRICKS = 13 };

#ifndef ENTRIES_MOST
#define ENTRIES_MOST (1 << 20) /* with the rest about 60 MB; a power of two */
#endif
enum { GROUPS_MOST = ENTRIES_MOST / 4, SHAPES_MOST = ENTRIES_MOST / 4 };

/* Positions of the same lengths with the same player on lead. */
struct group {
    struct item item;
    uint32_t lengths[SUITS], turn, first_shape, last_shape;
    int best; /* the lead, from 1; 0 where none is known */
};

/* How many high cards of each suit matter in some entries of a group. Of these entries one has the largest `least`,
 * one the smallest `most`; `hashes` has a bit for the hash of each. */
struct shape {
    struct item item;
    uint64_t hashes;
    uint32_t group, following;
    uint16_t widths;
    uint8_t least, most;
};

/* Who must hold the high cards that matter. The tricks lie from `least` to `most`. */
struct entry {
    struct item item;
    uint32_t shape, high[SUITS];
    uint8_t least, most;
};

/* --- its room */

bool memory_open(struct memory *of, const struct deal *deal)
{
    memset(of->owner, NONE, sizeof of->owner);
    for (int player = 0; player < deal->players; player++)
        for (int bit = 0; bit < CARDS; bit++)
            if (deal->hands[player] & card(bit))
                of->owner[bit] = (int8_t)player;
    of->owner_bits = deal->players <= FEW_PLAYERS ? 2 : 3;
    for (int width = 0; width <= RANKS && width * of->owner_bits <= HIGH_BITS; width++)
        of->masks[width] = (uint32_t)((uint64_t)UINT32_MAX << (HIGH_BITS - width * of->owner_bits));
    of->known = calloc(SUITS, sizeof *of->known);
    bool is_open = of->known != NULL;
    is_open &= store_open(&of->groups, sizeof(struct group), GROUPS_MOST);
    is_open &= store_open(&of->shapes, sizeof(struct shape), SHAPES_MOST);
    is_open &= store_open(&of->entries, sizeof(struct entry), ENTRIES_MOST);
    return is_open;
}

void memory_close(struct memory *of)
{
    free(of->known);
    store_close(&of->groups);
    store_close(&of->shapes);
    store_close(&of->entries);
}

/* Afterwards one more of each can be put in. */
static void make_room(struct memory *of)
{
    if (store_has_room(&of->groups) && store_has_room(&of->shapes) && store_has_room(&of->entries))
        return;
    store_forget(&of->groups);
    store_forget(&of->shapes);
    store_forget(&of->entries);
}

/* --- positions */

static struct owners owners_of(const struct memory *of, suit_t cards, int suit)
{
    struct owners found = {0, 0};
    int shift = HIGH_BITS;
    for (suit_t left = cards; left; left &= below(bit_length(left) - 1)) {
        uint32_t owner = (uint32_t)of->owner[RANKS * suit + bit_length(left) - 1];
        shift -= of->owner_bits;
        if (shift >= 0)
            found.high |= owner << shift;
        found.lengths += (uint32_t)1 << (LENGTH_BITS * owner);
    }
    return found;
}

struct position memory_position(struct memory *of, cards_t cards, uint32_t turn)
{
    struct position found = {.turn = turn};
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t left = found.suits[suit] = of_suit(cards, suit);
        struct owners *known = &of->known[suit][left];
        if (left && !known->lengths)
            *known = owners_of(of, left, suit);
        found.owners[suit] = *known;
    }
    return found;
}

/* --- groups and shapes, by their numbers; 0 where there is none */

struct lengths {
    uint32_t words[SUITS + 1], hash;
};

static struct lengths lengths_of(const struct position *position)
{
    struct lengths found = {.words = {[SUITS] = position->turn}};
    for (int suit = 0; suit < SUITS; suit++)
        found.words[suit] = position->owners[suit].lengths;
    found.hash = hash_of(found.words, SUITS + 1, 0);
    return found;
}

static uint32_t group_of(const struct memory *of, const struct lengths *lengths)
{
    const struct group *group;
    uint32_t number = store_first(&of->groups, lengths->hash);
    for (; number; number = group->item.next) {
        group = store_at(&of->groups, number);
        if (group->turn == lengths->words[SUITS] &&
            !memcmp(group->lengths, lengths->words, sizeof group->lengths))
            break;
    }
    return number;
}

static uint32_t group_for(struct memory *of, const struct position *position)
{
    struct lengths lengths = lengths_of(position);
    uint32_t number = group_of(of, &lengths);
    if (number)
        return number;
    number = store_add(&of->groups, lengths.hash);
    struct group *group = store_at(&of->groups, number);
    memcpy(group->lengths, lengths.words, sizeof group->lengths);
    group->turn = position->turn;
    return number;
}

static uint32_t new_shape(struct memory *of, uint32_t group_number, unsigned widths, uint32_t hash)
{
    struct group *group = store_at(&of->groups, group_number);
    uint32_t number = store_add(&of->shapes, hash);
    struct shape *shape = store_at(&of->shapes, number);
    shape->group = group_number;
    shape->widths = (uint16_t)widths;
    shape->most = MOST_TRICKS;
    if (group->last_shape)
        ((struct shape *)store_at(&of->shapes, group->last_shape))->following = number;
    else
        group->first_shape = number;
    group->last_shape = number;
    return number;
}

static uint32_t shape_for(struct memory *of, uint32_t group, unsigned widths)
{
    uint32_t hash = hash_of(&group, 1, widths);
    const struct shape *shape;
    uint32_t number = store_first(&of->shapes, hash);
    for (; number; number = shape->item.next) {
        shape = store_at(&of->shapes, number);
        if (shape->group == group && shape->widths == widths)
            return number;
    }
    return new_shape(of, group, widths, hash);
}

int memory_best(const struct memory *of, const struct position *position)
{
    struct lengths lengths = lengths_of(position);
    uint32_t number = group_of(of, &lengths);
    return number ? ((struct group *)store_at(&of->groups, number))->best - 1 : NONE;
}

void memory_keep_best(struct memory *of, const struct position *position, int bit)
{
    make_room(of);
    ((struct group *)store_at(&of->groups, group_for(of, position)))->best = bit + 1;
}

/* --- entries */

/* Who holds the high cards that matter in a shape. */
struct pattern {
    uint32_t high[SUITS], hash;
};

static struct pattern pattern_of(const struct memory *of, const struct position *position, uint32_t shape,
                                 unsigned widths)
{
    struct pattern found;
    for (int suit = 0; suit < SUITS; suit++, widths >>= WIDTH_BITS)
        found.high[suit] = position->owners[suit].high & of->masks[widths & WIDTH_MASK];
    found.hash = hash_of(found.high, SUITS, shape);
    return found;
}

static struct entry *entry_of(const struct memory *of, uint32_t shape, const struct pattern *pattern)
{
    struct entry *entry;
    for (uint32_t number = store_first(&of->entries, pattern->hash); number; number = entry->item.next) {
        entry = store_at(&of->entries, number);
        if (entry->shape == shape && !memcmp(entry->high, pattern->high, sizeof entry->high))
            return entry;
    }
    return NULL;
}

static uint64_t hash_bit(const struct pattern *pattern)
{
    return UINT64_C(1) << (pattern->hash >> 26);
}

/* As many of the highest cards of each suit as the widths say. */
static cards_t as_high(const struct position *position, unsigned widths)
{
    cards_t found = 0;
    for (int suit = 0; suit < SUITS; suit++, widths >>= WIDTH_BITS)
        found |= in_suit(highest(position->suits[suit], (int)(widths & WIDTH_MASK)), suit);
    return found;
}

struct answer memory_found(const struct memory *of, const struct position *position, int need)
{
    struct lengths lengths = lengths_of(position);
    uint32_t number = group_of(of, &lengths);
    number = number ? ((struct group *)store_at(&of->groups, number))->first_shape : 0;
    for (const struct shape *shape; number; number = shape->following) {
        shape = store_at(&of->shapes, number);
        if (need > shape->least && need <= shape->most)
            continue;
        struct pattern pattern = pattern_of(of, position, number, shape->widths);
        const struct entry *entry = shape->hashes & hash_bit(&pattern) ? entry_of(of, number, &pattern) : NULL;
        if (entry && (need <= entry->least || need > entry->most))
            return (struct answer){need <= entry->least ? MADE : LOST, as_high(position, shape->widths)};
    }
    return (struct answer){UNDECIDED, 0};
}

/* How many cards of each suit are as high as the lowest of `mattered` in it, or higher. */
static unsigned widths_of(const struct position *position, cards_t mattered)
{
    unsigned widths = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        suit_t its = of_suit(mattered, suit);
        if (its)
            widths |= (unsigned)count(position->suits[suit] >> lowest_bit(its)) << (WIDTH_BITS * suit);
    }
    return widths;
}

/* Whether `high` has room for the owners of as many cards: with more than four players not for all of a suit. */
static bool is_told(const struct memory *of, unsigned widths)
{
    for (; widths; widths >>= WIDTH_BITS)
        if ((int)(widths & WIDTH_MASK) * of->owner_bits > HIGH_BITS)
            return false;
    return true;
}

static void bounded(uint8_t *least, uint8_t *most, int need, bool is_made)
{
    if (is_made && need > *least)
        *least = (uint8_t)need;
    if (!is_made && need <= *most)
        *most = (uint8_t)(need - 1);
}

struct answer memory_keep(struct memory *of, const struct position *position, int need, struct answer answer)
{
    unsigned widths = widths_of(position, answer.mattered);
    bool is_made = answer.verdict == MADE;
    answer.mattered = as_high(position, widths);
    if (!is_told(of, widths))
        return answer;
    make_room(of);
    uint32_t number = shape_for(of, group_for(of, position), widths);
    struct shape *shape = store_at(&of->shapes, number);
    struct pattern pattern = pattern_of(of, position, number, widths);
    struct entry *entry = entry_of(of, number, &pattern);
    if (!entry) {
        entry = store_at(&of->entries, store_add(&of->entries, pattern.hash));
        memcpy(entry->high, pattern.high, sizeof entry->high);
        entry->shape = number;
        entry->most = MOST_TRICKS;
    }
    shape->hashes |= hash_bit(&pattern);
    bounded(&entry->least, &entry->most, need, is_made);
    bounded(&shape->least, &shape->most, need, is_made);
    return answer;
}
