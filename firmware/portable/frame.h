/* Frames of the sabot link (PROTOCOL.md): a message packed, checked and made free of zero bytes. */
#ifndef SABOT_FRAME_H
#define SABOT_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_OVERHEAD 16u /* length, type, sequence, time; CRC */
#define PAYLOAD_MAX (254u - FRAME_OVERHEAD)
#define FRAME_MAX 257u /* on the line, zero included */

enum message_type {
    HELLO = 0x01,
    HEARTBEAT = 0x02,
    LEVEL = 0x03,
    CARD = 0x10,
    READ_FAILURE = 0x11,
    GATE = 0x12,
    LID = 0x13,
    EDGES = 0x14,
    ACKNOWLEDGEMENT = 0x40,
    IDENTIFY = 0x41,
    WATCH = 0x42,
};

/* Why a block is no frame. */
enum refusal { FRAME_FINE, FRAME_COBS, FRAME_SHORT, FRAME_LENGTH, FRAME_CRC, FRAME_LONG };

struct frame {
    uint64_t time_us;
    uint16_t sequence;
    uint8_t type;
    uint8_t length; /* of the payload, at most PAYLOAD_MAX */
    uint8_t payload[PAYLOAD_MAX];
};

/* The bytes on the line, zero included; `out` holds FRAME_MAX. Returns how many; 0 for a payload too long. */
size_t frame_encode(const struct frame *frame, uint8_t *out);

/* What stood before a zero, as a frame; `frame` is only meaningful where FRAME_FINE is returned. */
enum refusal frame_decode(const uint8_t *block, size_t length, struct frame *frame);

/* Bytes in, frames out. */
struct deframer {
    uint8_t block[FRAME_MAX - 1];
    uint16_t filled;
    bool overlong;
    uint32_t refused;
    enum refusal last_refusal;
};

/* One more byte; true when it ends a good frame, which then stands in `frame`. */
bool deframer_take(struct deframer *deframer, uint8_t byte, struct frame *frame);

/* The line was lost: half a frame is given up. */
void deframer_cut(struct deframer *deframer);

#endif
