/* A board on the PC: the very code of the chip, told on standard input when its sensors change.

   A line a command, times in µs and never falling:
       start T L0 L1 …    switched on, with these levels
       edge T SENSOR L    a sensor changed
       tick T             time passed
       lost T             an edge was lost before it came
       line T 0|1         the line is lost, opens
       hear T HEX         bytes from the controller
       rests LIT DARK     what the reading head sees before it starts (only the board with one)
       pulse T LIT DARK   a pulse of its lamp ends
       send T             what the board has for the line now: printed, a line of HEX
   It prints a line for `send` alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#ifdef SABOT_HEAD
#include "head.h"
#endif

static struct link link;
static char line[4096];

static uint64_t number(char **at)
{
    return strtoull(*at, at, 10);
}

static void start(char *at)
{
    bool levels[16] = {false};
    uint64_t now_us = number(&at);
    for (unsigned each = 0; each < DEVICE.sensors; each++)
        levels[each] = number(&at) != 0;
    uint32_t boot = (uint32_t)number(&at);
    struct identity me = {DEVICE.kind, "HOST", device_self_test(levels), boot};
    link_start(&link, me, now_us);
    device_start(&link, levels, now_us);
}

static void edge(char *at)
{
    struct edge edge;
    edge.at_us = number(&at);
    edge.sensor = (uint8_t)number(&at);
    edge.level = number(&at) != 0;
    device_edge(&link, &edge);
}

#ifdef SABOT_HEAD
static void pulse(char *at)
{
    uint64_t at_us = number(&at);
    uint16_t lit = (uint16_t)number(&at);
    head_pulse(at_us, lit, (uint16_t)number(&at));
}

static void rests(char *at)
{
    uint16_t lit = (uint16_t)number(&at);
    head_rests(lit, (uint16_t)number(&at));
}
#endif

static void hear(char *at)
{
    unsigned byte;
    uint64_t now_us = number(&at);
    while (*at == ' ')
        at++;
    for (; sscanf(at, "%2x", &byte) == 1; at += 2)
        link_hear(&link, (uint8_t)byte, now_us);
}

static void send(char *at)
{
    uint8_t out[FRAME_MAX + 1];
    uint64_t now_us = number(&at);
    for (size_t length; (length = link_next(&link, now_us, out)) != 0;)
        for (size_t each = 0; each < length; each++)
            printf("%02x", out[each]);
    putchar('\n');
    fflush(stdout);
}

static void obey(char *word)
{
    if (strncmp(word, "edge ", 5) == 0)
        edge(word + 5);
    else if (strncmp(word, "tick ", 5) == 0)
        device_tick(&link, strtoull(word + 5, NULL, 10));
    else if (strncmp(word, "start ", 6) == 0)
        start(word + 6);
    else if (strncmp(word, "lost", 4) == 0)
        device_lost(&link, 1, strtoull(word + 4, NULL, 10));
    else if (strncmp(word, "hear ", 5) == 0)
        hear(word + 5);
    else if (strncmp(word, "send ", 5) == 0)
        send(word + 5);
#ifdef SABOT_HEAD
    else if (strncmp(word, "pulse ", 6) == 0)
        pulse(word + 6);
    else if (strncmp(word, "rests ", 6) == 0)
        rests(word + 6);
#endif
    else if (strncmp(word, "line ", 5) == 0) {
        char *at = word + 5;
        uint64_t now_us = number(&at);
        link_line(&link, number(&at) != 0, now_us);
    }
}

int main(void)
{
    while (fgets(line, sizeof line, stdin))
        obey(line);
    return 0;
}
