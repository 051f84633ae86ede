/* Drives the fuzzer's entry without libFuzzer: `fuzz SEED RUNS`, the same inputs for the same seed. Half of them
   are noise, half look like cards and frames, so that the deeper code is reached too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t state;

static uint32_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static void noise(uint8_t *data, size_t size)
{
    for (size_t each = 0; each < size; each++)
        data[each] = (uint8_t)chance();
}

/* The rhythm of a card: light, the gate, bars of one to four modules, dark, the gate free. */
static void card(uint8_t *data, size_t size)
{
    uint32_t pace = 7 + chance() % 7;
    for (size_t at = 0; at + 2 < size; at += 3) {
        data[at] = chance() % 40 ? 4 : (uint8_t)chance();
        data[at + 1] = (uint8_t)(pace + chance() % 3);
        uint32_t sensor = at == 3 || chance() % 50 == 0 ? chance() % 3 : 0;
        data[at + 2] = (uint8_t)(sensor | (at / 3 % 2 ? 0x80 : 0));
        while ((data[at + 2] & 0x7f) % 4 != sensor)
            data[at + 2] = (uint8_t)(data[at + 2] + 1);
    }
}

int main(int count, char **words)
{
    static uint8_t data[4096];
    unsigned long seed = count > 1 ? strtoul(words[1], NULL, 10) : 1;
    unsigned long runs = count > 2 ? strtoul(words[2], NULL, 10) : 100000;
    state = seed * 0x9e3779b97f4a7c15u + 1;
    for (unsigned long run = 0; run < runs; run++) {
        size_t size = chance() % (run % 16 ? 300 : sizeof data);
        (chance() % 2 ? card : noise)(data, size);
        if (size && chance() % 4 == 0)
            data[size / 2 / 3 * 3] = chance() % 2 ? 0x40 : 0x41;
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%lu inputs\n", runs);
    return 0;
}
