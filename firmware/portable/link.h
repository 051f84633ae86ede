/* The device's end of the sabot link: numbers its messages, keeps each until it is acknowledged, repeats them. */
#ifndef SABOT_LINK_H
#define SABOT_LINK_H

#include "frame.h"

#define LINK_VERSION 2u
#define LINK_RING 255u   /* messages kept; the protocol asks for 32. The heartbeat counts them in a byte */
#define LINK_WINDOW 32u  /* how many may be sent without an acknowledgement: a limit for floods */
#define LINK_TEXT_MAX 60u
#define BEAT_US 500000u
#define RESEND_US 400000u
#define WATCH_US 3000000u /* so long after a request a board with a converter says its level */
#define LEVEL_US 100000u  /* so often */

enum { LEVEL_BYTES = 12 };

struct identity {
    const char *kind;     /* "sabot-shoe", "sabot-shoe-light", "sabot-wheel" */
    const char *serial;   /* this very board */
    const char *firmware; /* version, and the faults that the self-test found */
    uint32_t boot;        /* another number at each start */
};

struct link {
    struct identity me;
    struct frame ring[LINK_RING];
    uint16_t first, count; /* the ring's oldest message, and how many it holds */
    uint16_t given;        /* how many of these have been given to the line since the last rewind */
    uint16_t next;         /* the number of the next message */
    uint32_t sent, dropped;
    uint64_t begun_us, beat_us, moved_us;
    uint64_t watched_until_us, level_us; /* levels are asked for until then; the last one was said then */
    bool open, owes_hello, owes_zero, owes_level;
    uint8_t level[LEVEL_BYTES];
    uint8_t version;       /* what both ends speak: 1 until the controller says more */
    struct deframer deframer;
    struct frame heard, mine; /* the last frame received, and a frame sent without a number */
};

void link_start(struct link *link, struct identity me, uint64_t now_us);

/* Send a numbered message. If the ring is full, the oldest is dropped and counted in `dropped`. */
void link_say(struct link *link, uint8_t type, const uint8_t *payload, size_t length, uint64_t time_us);

/* A level is due: the controller asked for them of late, and the last one is old and on its way. */
bool link_wants_level(const struct link *link, uint64_t now_us);

/* Say a level, once and without a number. */
void link_say_level(struct link *link, const uint8_t level[LEVEL_BYTES], uint64_t now_us);

/* The line opens or is lost. Messages on their way at a loss are sent again. */
void link_line(struct link *link, bool open, uint64_t now_us);

/* A byte from the controller. */
void link_hear(struct link *link, uint8_t byte, uint64_t now_us);

/* The next bytes for the line, a whole frame, into FRAME_MAX + 1 bytes; 0 when there is nothing to say. */
size_t link_next(struct link *link, uint64_t now_us, uint8_t *out);

#endif
