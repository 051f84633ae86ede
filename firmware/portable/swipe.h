/* A card passing the mouth of the shoe, from its edges to one verdict.

   The way out: the bar sensor, a few millimetres on the light gate. Behind the bar sensor is matt black, so it
   sees dark without a card. A card that leaves is past the bar sensor when the gate falls free: the sensor sees
   dark. A card that was pulled back still lies before it: light. */
#ifndef SABOT_SWIPE_H
#define SABOT_SWIPE_H

#include "code128.h"
#include "debounce.h"

#define STRIP_MOST 160u      /* edges of a passage kept; a code has 44 at most */
#define MODULE_UM 800u       /* a module as printed */
#define GATE_STEADY_US 1000u
#define LID_STEADY_US 20000u
#define GLITCH_US 12u        /* every bar is longer */
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
    uint64_t strip_us;            /* when the sensor last saw a card come: the strip's beginning */
    uint32_t strip[STRIP_MOST];   /* edges since then, µs after it; the first is where a bar begins */
    uint16_t filled;
    bool spoilt;                  /* edges are missing, or too many */
    bool lid_was_open;
    struct verdict waiting;       /* what is said after the card: the gate is free */
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
