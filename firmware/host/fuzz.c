/* Anything from the line and the sensors, at any time: nothing may go wrong that the sanitizers see, and what the
   board sends is always frames. libFuzzer's entry; `fuzz_main.c` drives it without libFuzzer. */
#include <stdlib.h>

#include "bytes.h"
#include "device.h"
#ifdef SABOT_HEAD
#include "head.h"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct link link;

/* What the board sends must be frames to its own code. */
static void heard_back(const uint8_t *out, size_t length)
{
    static struct deframer deframer;
    struct frame frame;
    size_t frames = 0;
    for (size_t each = 0; each < length; each++)
        frames += deframer_take(&deframer, out[each], &frame);
    if (frames != 1 || deframer.refused)
        abort();
}

static void drain(uint64_t now_us)
{
    uint8_t out[FRAME_MAX + 1];
    unsigned most = 3u * LINK_RING;
    for (size_t length; most && (length = link_next(&link, now_us, out)) != 0; most--)
        heard_back(out, length);
    if (most == 0)
        abort(); /* it never stops talking */
}

static uint64_t later(uint64_t now_us, uint8_t by)
{
    return now_us + ((uint64_t)1 << by % 34) - 1;
}

static void step(const uint8_t *data, uint64_t *now_us)
{
    struct edge edge = {.sensor = (uint8_t)(data[2] % (DEVICE.sensors + 1u)), .level = data[2] & 0x80};
    *now_us = edge.at_us = later(*now_us, data[1]);
    switch (data[0] % 8) {
    case 0:
        link_line(&link, data[2] & 1, *now_us);
        break;
    case 1:
        drain(*now_us);
        break;
    case 2:
        device_tick(&link, *now_us);
        if (device_due_us(*now_us) == 0)
            abort(); /* it would never rest */
        break;
    case 3:
        device_lost(&link, data[2] + 1u, *now_us);
        break;
#ifdef SABOT_HEAD
    case 7:
        head_pulse(*now_us, (uint16_t)(data[2] << 4), data[1]);
        break;
#endif
    default:
        device_edge(&link, &edge);
    }
}

/* The end of the input goes down the line as it is, and as the payload of a good frame. */
static void hear(const uint8_t *data, size_t size, uint64_t now_us)
{
    struct frame frame = {.type = size ? data[0] : 0, .length = (uint8_t)(size % (PAYLOAD_MAX + 1))};
    uint8_t out[FRAME_MAX];
    for (size_t each = 0; each < size; each++)
        link_hear(&link, data[each], now_us);
    for (size_t each = 0; each < frame.length; each++)
        frame.payload[each] = data[each];
    if (frame.type == ACKNOWLEDGEMENT)
        put_u32(frame.payload, 7); /* of this boot */
    size_t length = frame_encode(&frame, out);
    link_hear(&link, 0, now_us);
    for (size_t each = 0; each < length; each++)
        link_hear(&link, out[each], now_us);
}

/* The controller asks for levels. */
static void watches(uint64_t now_us)
{
    struct frame frame = {.type = WATCH};
    uint8_t out[FRAME_MAX];
    size_t length = frame_encode(&frame, out);
    for (size_t each = 0; each < length; each++)
        link_hear(&link, out[each], now_us);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool levels[16] = {false};
    struct identity me = {DEVICE.kind, "FUZZ", device_self_test(levels), 7};
    uint64_t now_us = 0;
    link_start(&link, me, now_us);
    device_start(&link, levels, now_us);
    link_line(&link, true, now_us);
    watches(now_us);
    size_t steps = size / 2 / 3;
    for (size_t each = 0; each < steps; each++)
        step(data + 3 * each, &now_us);
    hear(data + 3 * steps, size - 3 * steps, now_us);
    drain(now_us);
    return 0;
}
