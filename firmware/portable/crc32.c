#include "crc32.h"

/* Sixteen words instead of 256: half a byte at a time is fast enough for a frame in a millisecond's time. */
static const uint32_t NIBBLES[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t crc32_of(const uint8_t *data, size_t length)
{
    uint32_t crc = 0xffffffffu;
    for (size_t at = 0; at < length; at++) {
        crc ^= data[at];
        crc = (crc >> 4) ^ NIBBLES[crc & 15];
        crc = (crc >> 4) ^ NIBBLES[crc & 15];
    }
    return ~crc;
}
