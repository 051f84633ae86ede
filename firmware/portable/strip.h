/* What the bar sensor saw of the cards in the mouth, and where one card ends and the next begins.

   The edges of a strip alternate: the first is where dark begins (a bar), so each with an even number begins dark. A
   card's end is dark too: the black ground shows between two cards as one more dark stretch. */
#ifndef SABOT_STRIP_H
#define SABOT_STRIP_H

#include <stdbool.h>
#include <stdint.h>

#define STRIP_MOST 160u /* edges kept; one card's code has 44 at most */
#define GLITCH_US 12u   /* every bar is longer */

struct strip {
    uint64_t begun_us;          /* when the sensor last saw a card come */
    uint32_t edges[STRIP_MOST]; /* µs after that */
    uint16_t filled;
    bool spoilt;                /* edges are missing, or too many */
};

/* A card reaches the sensor: earlier edges belong to no card. */
void strip_begins(struct strip *strip, uint64_t at_us);

void strip_edge(struct strip *strip, uint64_t at_us);

/* How many edges there are up to this moment. */
uint32_t strip_until(const struct strip *strip, uint64_t at_us);

/* Whether these first edges are bars that went out and came back the same way: a card that was pulled back. */
bool strip_came_back(const struct strip *strip, uint32_t count);

/* How many of these first edges are of the first card, its end included; `count` where one card is all there is. */
uint32_t strip_first_card(const struct strip *strip, uint32_t count);

/* Forget the first edges; what remains counts from `begun_us`. */
void strip_drop(struct strip *strip, uint32_t count, uint64_t begun_us);

#endif
