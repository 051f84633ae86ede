/* The frame code asked about vectors: a line of HEX in (bytes of the line), a line a frame out:
   `frame TYPE SEQUENCE TIME PAYLOADHEX AGAINHEX`, the last being the frame as this code would send it, or
   `refused NAME`. */
#include <inttypes.h>
#include <stdio.h>

#include "frame.h"

static const char *const NAMES[] = {"fine", "cobs", "short", "length", "crc", "long"};

static void hex(const uint8_t *data, size_t length)
{
    if (length == 0)
        putchar('-');
    for (size_t each = 0; each < length; each++)
        printf("%02x", data[each]);
}

static void tell(const struct frame *frame)
{
    uint8_t again[FRAME_MAX];
    printf("frame %u %u %" PRIu64 " ", frame->type, frame->sequence, frame->time_us);
    hex(frame->payload, frame->length);
    putchar(' ');
    hex(again, frame_encode(frame, again));
    putchar('\n');
}

int main(void)
{
    struct deframer deframer = {.filled = 0};
    struct frame frame;
    unsigned byte;
    while (scanf("%2x", &byte) == 1) {
        uint32_t refused = deframer.refused;
        if (deframer_take(&deframer, (uint8_t)byte, &frame))
            tell(&frame);
        else if (deframer.refused != refused)
            printf("refused %s\n", NAMES[deframer.last_refusal]);
    }
    return 0;
}
