#include "frame.h"

#include <string.h>

#include "bytes.h"
#include "crc32.h"

#define HEAD 12u
#define BODY_MAX (HEAD + PAYLOAD_MAX + 4u)
#define NOT_COBS SIZE_MAX

static uint8_t body[BODY_MAX]; /* the frame being packed or unpacked, one at a time: the stack has 2 KB */

/* COBS for at most 254 bytes: one block, or several, never one of 255 followed by nothing. */
static size_t stuffed(const uint8_t *data, size_t length, uint8_t *out)
{
    size_t count_at = 0, at = 1;
    for (size_t from = 0; from < length; from++) {
        if (data[from] != 0) {
            out[at++] = data[from];
            continue;
        }
        out[count_at] = (uint8_t)(at - count_at);
        count_at = at++;
    }
    out[count_at] = (uint8_t)(at - count_at);
    return at;
}

/* The reverse, into BODY_MAX bytes; NOT_COBS where a count points outside, a zero stands inside, or it is too
   long. */
static size_t unstuffed(const uint8_t *block, size_t length, uint8_t *out)
{
    size_t filled = 0;
    for (size_t at = 0; at < length;) {
        size_t count = block[at];
        if (count == 0 || at + count > length || filled + count - 1 > BODY_MAX)
            return NOT_COBS;
        for (size_t each = 1; each < count; each++) {
            if (block[at + each] == 0)
                return NOT_COBS;
            out[filled++] = block[at + each];
        }
        at += count;
        if (count < 255 && at < length) {
            if (filled == BODY_MAX)
                return NOT_COBS;
            out[filled++] = 0;
        }
    }
    return filled;
}

size_t frame_encode(const struct frame *frame, uint8_t *out)
{
    if (frame->length > PAYLOAD_MAX)
        return 0;
    body[0] = frame->length;
    body[1] = frame->type;
    uint8_t *at = put_u64(put_u16(body + 2, frame->sequence), frame->time_us);
    memcpy(at, frame->payload, frame->length);
    at += frame->length;
    at = put_u32(at, crc32_of(body, (size_t)(at - body)));
    size_t length = stuffed(body, (size_t)(at - body), out);
    out[length] = 0;
    return length + 1;
}

enum refusal frame_decode(const uint8_t *block, size_t length, struct frame *frame)
{
    size_t filled = unstuffed(block, length, body);
    if (filled == NOT_COBS)
        return FRAME_COBS;
    if (filled < FRAME_OVERHEAD)
        return FRAME_SHORT;
    if (body[0] != filled - FRAME_OVERHEAD)
        return FRAME_LENGTH;
    if (get_u32(body + filled - 4) != crc32_of(body, filled - 4))
        return FRAME_CRC;
    frame->length = body[0];
    frame->type = body[1];
    frame->sequence = get_u16(body + 2);
    frame->time_us = get_u64(body + 4);
    memcpy(frame->payload, body + HEAD, frame->length);
    return FRAME_FINE;
}

static bool closed(struct deframer *deframer, struct frame *frame)
{
    if (deframer->filled == 0 && !deframer->overlong)
        return false; /* zeros between frames mean nothing */
    enum refusal found =
        deframer->overlong ? FRAME_LONG : frame_decode(deframer->block, deframer->filled, frame);
    deframer->filled = 0;
    deframer->overlong = false;
    if (found == FRAME_FINE)
        return true;
    deframer->refused++;
    deframer->last_refusal = found;
    return false;
}

bool deframer_take(struct deframer *deframer, uint8_t byte, struct frame *frame)
{
    if (byte == 0)
        return closed(deframer, frame);
    if (deframer->filled == sizeof deframer->block)
        deframer->overlong = true;
    else
        deframer->block[deframer->filled++] = byte;
    return false;
}

void deframer_cut(struct deframer *deframer)
{
    deframer->filled = 0;
    deframer->overlong = false;
}
