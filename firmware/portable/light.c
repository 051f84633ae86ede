#include "light.h"

#include <string.h>

enum { WHITE_BITS = 8 };

void light_start(struct light *light)
{
    memset(light, 0, sizeof *light);
    light->ink = true; /* behind the sensor is matt black */
}

/* What is there without a card: the sheet with the slit sends light back by itself, a tenth of white or more. It is the
   least of all light; two pulses must agree. While the head settles, each pulse is taken for it. */
static uint32_t above_ground(struct light *light, uint32_t raw)
{
    uint32_t both = raw > light->raw ? raw : light->raw;
    if (light->settled < LIGHT_SETTLES) {
        light->settled++;
        light->ground = raw;
    } else if (both < light->ground) {
        light->ground = both;
    }
    return raw > light->ground ? raw - light->ground : 0;
}

/* Two pulses must agree before the paper is called brighter: one spark is no paper. */
static void remember(struct light *light, uint32_t seen)
{
    uint32_t both = (seen < light->light ? seen : light->light) << WHITE_BITS;
    light->white -= light->white >> LIGHT_FADES;
    if (both > light->white)
        light->white = both;
}

/* Where a straight line between two pulses goes through the level. */
static uint64_t crossing(const struct light *light, uint32_t seen, uint32_t level, uint64_t at_us)
{
    uint32_t far = seen > light->light ? seen - light->light : light->light - seen;
    uint32_t near = level > light->light ? level - light->light : light->light - level;
    uint32_t gap_us = (uint32_t)(at_us - light->at_us);
    return light->at_us + (near < far ? (uint64_t)gap_us * near / far : 0);
}

bool light_pulse(struct light *light, uint16_t lit, uint16_t dark, uint64_t at_us)
{
    uint32_t hall = (uint32_t)(light->begun ? light->dark : dark) + dark;
    uint32_t raw = 2u * lit > hall ? 2u * lit - hall : 0;
    uint32_t seen = above_ground(light, raw);
    remember(light, seen);
    uint32_t white = light->white >> WHITE_BITS;
    if (white < 2u * LIGHT_LEAST)
        white = 2u * LIGHT_LEAST;
    uint32_t level = white * LIGHT_SHARE / 256u, swing = white * LIGHT_SWING / 256u;
    if (raw < light->least || !light->begun)
        light->least = raw;
    if (raw > light->most)
        light->most = raw;
    bool beyond = light->ink ? seen > level : seen < level;
    if (beyond && !light->beyond)
        light->crossed_us = crossing(light, seen, level, at_us);
    bool turned = light->ink ? seen > level + swing : seen + swing < level;
    light->ink ^= turned;
    light->beyond = beyond && !turned;
    light->light = seen;
    light->raw = raw;
    light->level = level;
    light->lit = lit;
    light->dark = dark;
    light->at_us = at_us;
    light->begun = true;
    return turned;
}

void light_tell(struct light *light, struct light_told *told)
{
    *told = (struct light_told){
        .lit = light->lit,
        .dark = light->dark,
        .light = (uint16_t)(light->raw / 2),
        .least = (uint16_t)(light->least / 2),
        .most = (uint16_t)(light->most / 2),
        .level = (uint16_t)((light->ground + light->level) / 2),
    };
    light->least = light->most = light->raw;
}
