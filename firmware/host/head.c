#include "head.h"

#include "../light/lamp.h"
#include "shoe.h"

static struct light light;
static struct queue *turns;
static uint16_t rest_lit = 30, rest_dark; /* black, and no card */

void head_rests(uint16_t lit, uint16_t dark)
{
    rest_lit = lit;
    rest_dark = dark;
}

static void settle(void)
{
    light_start(&light);
    for (unsigned each = 0; each < LIGHT_SETTLES; each++)
        light_pulse(&light, rest_lit, rest_dark, each);
}

struct lamp_trial lamp_try(void)
{
    settle();
    return (struct lamp_trial){.hall = rest_dark, .paper = light.raw / 2 > LIGHT_BLACK_MOST};
}

void lamp_start(struct queue *into)
{
    turns = into;
    settle();
}

void head_pulse(uint64_t at_us, uint16_t lit, uint16_t dark)
{
    if (light_pulse(&light, lit, dark, at_us))
        queue_put(turns, (struct edge){.at_us = light.crossed_us, .sensor = SHOE_BAR, .level = light.ink});
}

bool lamp_sees_ink(void)
{
    return light.ink;
}

void lamp_tell(struct light_told *told)
{
    light_tell(&light, told);
}
