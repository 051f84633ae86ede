/* A card passing the mouth of the shoe, from its edges to one verdict.

   The way out: the bar sensor, a few millimetres on the light gate. Behind the bar sensor is matt black, so it
   sees dark without a card. When the gate falls free, a card has left or was pulled back. If the sensor then sees dark,
   it has left. Light may be the card itself or the next one, which follows closely: the card was pulled back only if
   nothing of it ever went past the sensor, or if its bars came back in reverse. Otherwise it has left, read or not:
   no card passes without a verdict. */
#ifndef SABOT_SWIPE_H
#define SABOT_SWIPE_H

#include "code128.h"
#include "debounce.h"
#include "strip.h"

#define MODULE_UM 800u       /* a module as printed */
#define GATE_STEADY_US 1000u
#define LID_STEADY_US 20000u
#define FASTEST_MODULE_US 160u   /* 5 m/s */
#define SLOWEST_MODULE_US 16000u /* 0.05 m/s */

enum failure {
    NO_START = 1,
    CHECK_DIGIT = 2,
    PULLED_BACK = 3,
    TOO_SLOW = 4,
    LID_OPEN = 5,
    TOO_FAST = 6,
    NAMES_NO_CARD = 7,
};

enum { NO_FAILURE = 0 }; /* never goes over the line */

enum verdict_kind { NOTHING, CARD_PASSED, NOT_READ, GATE_MOVED, LID_MOVED };

struct verdict {
    uint64_t at_us;
    struct code128 code; /* CARD_PASSED */
    bool level;          /* GATE_MOVED: busy. LID_MOVED: open */
    uint16_t speed_mm_s; /* CARD_PASSED */
    uint8_t kind;        /* of verdict_kind */
    uint8_t failure;     /* NOT_READ */
};

struct swipe {
    struct debounce gate, lid;
    bool dark;
    struct strip strip;
    uint64_t busy_us, free_us;    /* when the gate last moved, as far as it has settled */
    bool lid_was_open;
    bool leaving;                 /* the gate fell free: the cards that passed are told first */
    bool gate_untold;
};

void swipe_start(struct swipe *swipe, bool dark, bool gate_busy, bool lid_open);

/* The bar sensor saw a change. */
void swipe_bar(struct swipe *swipe, bool dark, uint64_t at_us);

void swipe_gate(struct swipe *swipe, bool busy, uint64_t at_us);
void swipe_lid(struct swipe *swipe, bool open, uint64_t at_us);

/* Edges were lost on their way here: the current card is not read. */
void swipe_lost(struct swipe *swipe);

/* The next verdict; call it until there is none. */
bool swipe_verdict(struct swipe *swipe, uint64_t now_us, struct verdict *verdict);

#endif
