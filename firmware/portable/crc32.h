/* CRC-32 as zlib computes it. */
#ifndef SABOT_CRC32_H
#define SABOT_CRC32_H

#include <stddef.h>
#include <stdint.h>

uint32_t crc32_of(const uint8_t *data, size_t length);

#endif
