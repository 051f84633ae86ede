/* Which pin of the Raspberry Pi Pico each sensor hangs on, and which level of it is "true" (portable/shoe.h, wheel.c).
   All inputs have the chip's pull-up, so that a broken wire reads high: dark, a card in the mouth, an open lid.
   The wiring in hardware/ is checked against this file: one `{pin, level}` a line, its name behind it. */
#ifndef SABOT_PINS_H
#define SABOT_PINS_H

#include <stdbool.h>
#include <stdint.h>

struct pin {
    uint8_t gpio;
    bool high; /* true where a high level is true */
};

#ifdef SABOT_SHOE_IMAGE
static const struct pin PINS[] = {
    {2, true}, /* bar: reflective sensor, open collector, light pulls low */
    {3, true}, /* gate: light beam, open collector, light pulls low */
    {4, true}, /* lid: microswitch to ground, closed while the lid is closed */
};
#else
static const struct pin PINS[] = {
    {6, false}, /* index: reflective sensor, the mark pulls low */
    {7, false}, /* index2: the same, a quarter of a revolution on */
    {8, true},  /* track: light beam, light pulls low, the ball breaks it */
    {9, false}, /* pocket: reflective sensor, the ball pulls low */
    {10, true}, /* track2: a second beam, where there is one */
    {11, false}, /* pocket2: as pocket, less than half a revolution on */
};
#endif

enum { PIN_LAMP = 25 }; /* lights while a controller listens */

#endif
