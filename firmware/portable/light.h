/* The bar sensor of the board with a converter: the lamp is pulsed, and each pulse gives one lit and one dark sample.

   The light of a pulse is its lit sample less the mean of the dark ones before and behind it: what the hall adds is
   the same in all three, and what flickers at 100 Hz is nearly so. What the head sees of its lamp without a card is
   subtracted too. The level that divides ink from paper is a share of the paper's own white, so neither a trimmer nor
   the strength of the lamp matters. How an edge is found: docs/optics.md. */
#ifndef SABOT_LIGHT_H
#define SABOT_LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#define LIGHT_HALF_US 25u    /* the lamp is on so long, then off so long */
#define LIGHT_LEAST 240u     /* of 4095: less white than this, above what is there without a card, is no paper */
#define LIGHT_SHARE 110u     /* of 256: where white turns to ink */
#define LIGHT_SWING 16u      /* of 256, of the white: so far beyond the level it has turned */
#define LIGHT_HALL_MOST 152u /* of 4095: 25 uA. With more than this from the hall, a weak head begins to miss cards */
#define LIGHT_BLACK_MOST 640u /* of 4095: more than this without a card is a card, or the sheet or the felt is not black */
#define LIGHT_SETTLES 40u    /* pulses until the head sees what is there without a card: 2 ms */
#define LIGHT_FADES 13u      /* the white that is remembered falls by 1/2^13 at each pulse: by half in 0.28 s */

struct light {
    uint16_t lit, dark;  /* the last samples */
    bool begun;
    bool ink;            /* what the sensor sees is dark */
    bool beyond;         /* the last pulse was on the level's other side */
    uint16_t settled;    /* pulses so far, up to LIGHT_SETTLES */
    uint32_t raw;        /* the lamp's light of the last pulse, in halves of a step, as those below */
    uint32_t ground;     /* the least of it so far: what is there without a card */
    uint32_t light;      /* of the last pulse, above the ground */
    uint32_t level;      /* between ink and paper at the last pulse, above the ground */
    uint32_t least, most; /* of the light since it was told last, with the ground */
    uint32_t white;      /* the brightest paper of late, in 1/512 of a step */
    uint64_t at_us;      /* the last pulse */
    uint64_t crossed_us; /* when the light last went through the level, towards the other side */
};

void light_start(struct light *light);

/* A lit sample and the dark one that follows it. True where the sensor turned from paper to ink or back: `ink` says to
   which, `crossed_us` when, between two pulses. */
bool light_pulse(struct light *light, uint16_t lit, uint16_t dark, uint64_t at_us);

/* What a person who adjusts the head wants to know, in steps of the converter. */
struct light_told {
    uint16_t lit, dark, light, least, most, level;
};

/* `least` and `most` are of all pulses since this was asked last. */
void light_tell(struct light *light, struct light_told *told);

#endif
