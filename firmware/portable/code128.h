/* Code 128 read from the times at which a card's bars passed one sensor, at a speed that is not known and
   changes. Integers only.

   Every symbol is eleven modules long, so the edges between symbols are places known for certain. A smooth curve
   through them says where the edges within each symbol lie; these are then compared with the symbols that exist.
   A reading must explain every edge, and no other reading may do nearly as well; otherwise there is none.

   Where the hand pulls so hard that the curve does not follow, a code can still be compared as a whole with a text
   that it may be: of the right text every bar and space says the same speed as its neighbours, nearly. */
#ifndef SABOT_CODE128_H
#define SABOT_CODE128_H

#include <stdbool.h>
#include <stdint.h>

#define CODE128_TEXT_MAX 4u
/* Elements (bars and spaces) of a code with this number of characters: start, characters, check, stop. */
#define CODE128_ELEMENTS(characters) (6u * ((characters) + 3u) + 1u)
#define CODE128_MOST CODE128_ELEMENTS(CODE128_TEXT_MAX)

/* UNCLEAR: a symbol could not be read for certain, so the check digit is not known either. */
enum code128_result { CODE128_READ, CODE128_NO_START, CODE128_BAD_CHECK, CODE128_UNCLEAR };

struct code128 {
    char text[CODE128_TEXT_MAX + 1];
    bool reverse;    /* it came end first */
    uint8_t modules; /* its length, 11 a symbol and 2 for the last bar */
};

/* `edges`: count + 1 times in µs, not falling, the first where the first bar begins; `count` elements, bar first.
   No element may be longer than 2^20 µs. */
enum code128_result code128_read(const uint32_t *edges, uint32_t count, struct code128 *code);

/* How rough the movement was if this is the code of `text`, printed this way round: the changes of speed from each pair
   of elements to the next, and how these change, 1024 for a doubling or so. UINT32_MAX where the text has another number of elements. */
uint32_t code128_roughness(const uint32_t *edges, uint32_t count, const char *text, bool reverse);

/* The same for the smoothest code that differs from the text's in one symbol, its check digit included. What is not
   clearly rougher than the text's own may as well stand there. */
uint32_t code128_rival(const uint32_t *edges, uint32_t count, const char *text, bool reverse);

#endif
