#include "link.h"

#include <string.h>

#include "bytes.h"

static struct frame *kept(struct link *link, uint16_t index)
{
    return &link->ring[(link->first + index) % LINK_RING];
}

static uint16_t oldest(struct link *link)
{
    return link->count ? kept(link, 0)->sequence : link->next;
}

static void forget(struct link *link, uint16_t how_many)
{
    link->first = (uint16_t)((link->first + how_many) % LINK_RING);
    link->count = (uint16_t)(link->count - how_many);
    link->given = link->given > how_many ? (uint16_t)(link->given - how_many) : 0;
}

void link_start(struct link *link, struct identity me, uint64_t now_us)
{
    memset(link, 0, sizeof *link);
    link->me = me;
    link->next = 1;
    link->begun_us = link->moved_us = now_us;
    link->version = 1;
}

void link_say(struct link *link, uint8_t type, const uint8_t *payload, size_t length, uint64_t time_us)
{
    if (length > PAYLOAD_MAX)
        return;
    if (link->count == LINK_RING) {
        forget(link, 1);
        link->dropped++;
    }
    struct frame *frame = kept(link, link->count++);
    frame->type = type;
    frame->length = (uint8_t)length;
    frame->sequence = link->next++;
    frame->time_us = time_us;
    memcpy(frame->payload, payload, length);
    link->sent++;
}

bool link_wants_level(const struct link *link, uint64_t now_us)
{
    return now_us < link->watched_until_us && !link->owes_level && now_us - link->level_us >= LEVEL_US;
}

void link_say_level(struct link *link, const uint8_t level[LEVEL_BYTES], uint64_t now_us)
{
    memcpy(link->level, level, LEVEL_BYTES);
    link->level_us = now_us;
    link->owes_level = true;
}

void link_line(struct link *link, bool open, uint64_t now_us)
{
    if (open == link->open)
        return;
    link->open = open;
    if (open)
        link->version = 1; /* it may be another controller */
    link->given = 0;
    link->owes_hello = link->owes_zero = open;
    link->owes_level = false;
    link->watched_until_us = 0;
    link->beat_us = link->moved_us = now_us;
    deframer_cut(&link->deframer);
}

static void acknowledged(struct link *link, const struct frame *frame, uint64_t now_us)
{
    if (frame->length != 6 || get_u32(frame->payload) != link->me.boot)
        return;
    uint16_t done = (uint16_t)(get_u16(frame->payload + 4) - oldest(link) + 1u);
    if (done == 0 || done > link->count) /* acknowledged before, or never sent */
        return;
    forget(link, done);
    link->moved_us = now_us;
}

void link_hear(struct link *link, uint8_t byte, uint64_t now_us)
{
    struct frame *frame = &link->heard;
    if (!deframer_take(&link->deframer, byte, frame))
        return;
    if (frame->type == ACKNOWLEDGEMENT) {
        acknowledged(link, frame, now_us);
    } else if (frame->type == IDENTIFY && frame->length >= 1) {
        link->version = frame->payload[0] < 2 ? 1 : LINK_VERSION;
        link->owes_hello = true;
        link->given = 0;
    } else if (frame->type == WATCH && frame->length == 0) {
        link->watched_until_us = now_us + WATCH_US;
    }
}

static uint8_t *put_text(uint8_t *at, const char *text)
{
    size_t length = strlen(text);
    if (length > LINK_TEXT_MAX)
        length = LINK_TEXT_MAX;
    *at++ = (uint8_t)length;
    memcpy(at, text, length);
    return at + length;
}

static size_t sent_as(uint8_t type, const uint8_t *end, struct frame *frame, uint64_t now_us, uint8_t *out)
{
    frame->type = type;
    frame->sequence = 0;
    frame->time_us = now_us;
    frame->length = (uint8_t)(end - frame->payload);
    return frame_encode(frame, out);
}

static size_t hello(struct link *link, uint64_t now_us, uint8_t *out)
{
    uint8_t *at = link->mine.payload;
    *at++ = link->version;
    at = put_u32(at, link->me.boot);
    at = put_u16(at, oldest(link));
    at = put_u32(at, link->dropped);
    at = put_text(at, link->me.kind);
    at = put_text(at, link->me.serial);
    at = put_text(at, link->me.firmware);
    link->owes_hello = false;
    if (!link->owes_zero)
        return sent_as(HELLO, at, &link->mine, now_us, out);
    link->owes_zero = false; /* ends any noise on the line before us */
    out[0] = 0;
    return 1 + sent_as(HELLO, at, &link->mine, now_us, out + 1);
}

static size_t heartbeat(struct link *link, uint64_t now_us, uint8_t *out)
{
    uint8_t *at = link->mine.payload;
    at = put_u32(at, link->me.boot);
    at = put_u16(at, oldest(link));
    at = put_u32(at, (uint32_t)((now_us - link->begun_us) / 1000000u));
    at = put_u32(at, link->sent);
    at = put_u32(at, link->dropped);
    *at++ = (uint8_t)link->count;
    link->beat_us = now_us;
    return sent_as(HEARTBEAT, at, &link->mine, now_us, out);
}

static size_t level(struct link *link, uint8_t *out)
{
    memcpy(link->mine.payload, link->level, LEVEL_BYTES);
    link->owes_level = false;
    return sent_as(LEVEL, link->mine.payload + LEVEL_BYTES, &link->mine, link->level_us, out);
}

size_t link_next(struct link *link, uint64_t now_us, uint8_t *out)
{
    if (!link->open)
        return 0;
    if (link->owes_hello)
        return hello(link, now_us, out);
    if (now_us - link->beat_us >= BEAT_US)
        return heartbeat(link, now_us, out);
    if (link->owes_level)
        return level(link, out);
    if (link->given && now_us - link->moved_us >= RESEND_US) {
        link->given = 0;
        link->moved_us = now_us;
    }
    if (link->given == link->count || link->given == LINK_WINDOW)
        return 0;
    if (link->given == 0)
        link->moved_us = now_us;
    return frame_encode(kept(link, link->given++), out);
}
