/* The symbols of Code 128. */
#ifndef SABOT_CODE128_SYMBOLS_H
#define SABOT_CODE128_SYMBOLS_H

#include <stdint.h>

extern const uint32_t CODE128_SYMBOLS[107];

enum { START_B = 104, STOP = 106, CHECK_BASE = 103, SPACES_BELOW = 32, PRINTABLE = 95, LAST_BAR = 2 };

#endif
