/* The reading head on the PC: it sees what it is told. */
#ifndef SABOT_HEAD_H
#define SABOT_HEAD_H

#include <stdint.h>

/* What it sees until it starts: with the lamp, and without. */
void head_rests(uint16_t lit, uint16_t dark);

/* One pulse that ends now. */
void head_pulse(uint64_t at_us, uint16_t lit, uint16_t dark);

#endif
