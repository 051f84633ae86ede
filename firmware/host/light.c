/* The bar sensor with a converter on the PC: a line `T LIT DARK` a pulse; printed for each turn: `T INK`. */
#include <inttypes.h>
#include <stdio.h>

#include "light.h"

int main(void)
{
    struct light light;
    uint64_t at_us;
    unsigned lit, dark;
    light_start(&light);
    while (scanf("%" SCNu64 " %u %u", &at_us, &lit, &dark) == 3)
        if (light_pulse(&light, (uint16_t)lit, (uint16_t)dark, at_us))
            printf("%" PRIu64 " %d\n", light.crossed_us, light.ink);
    return 0;
}
