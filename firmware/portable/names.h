/* The names of cards, and which of them a strip of bars shows. */
#ifndef SABOT_NAMES_H
#define SABOT_NAMES_H

#include "code128.h"

/* Whether a name is a card's, or the cut card's. */
bool names_card(const char *text);

/* The text of a code as the hand drew it. Symbol by symbol, or, where the hand was too rough for that, as the one
   card whose code these edges can be. Never a text that would mean an impossible hand. */
enum code128_result card_read(const uint32_t *edges, uint32_t count, struct code128 *code);

#endif
