/* SPDX-License-Identifier: CC0-1.0 */
/* Parts of chapters packing, codebook and gain, written from the specification alone. A function
 * that can refuse gives 0 or the number of an error (chapter page). Nothing is allocated. Lists of
 * words come as little-endian bytes. */
#ifndef OPERATIONS_H
#define OPERATIONS_H
#include <stdint.h>

enum { MAX_CODES = 1048576 };

uint32_t packed_bytes(uint32_t count, uint32_t width);
uint32_t pack(uint64_t width, const uint8_t* codes, uint32_t count, uint8_t* packed);
/* What unpack refuses before it looks at a code; only then is `count` a size to trust. */
uint32_t check_packed(uint64_t width, uint64_t count, const uint8_t* packed, uint32_t size);
void unpack(uint32_t width, const uint8_t* packed, uint32_t count, uint8_t* codes);
uint32_t pack_signs(const uint8_t* values, uint32_t count, uint8_t* packed);

/* The tables of widths 1 to 4, as bit patterns in ascending order of the values. */
const uint32_t* codebook_levels(uint64_t width);
const uint32_t* codebook_boundaries(uint64_t width);
uint32_t quantize(uint64_t width, const uint8_t* z, uint32_t count, uint8_t* codes);
/* What dequantize refuses; a legal code is the index of its level. */
uint32_t check_codes(uint64_t width, const uint8_t* codes, uint32_t count);

/* One stored gain of 4 or 2 bytes as the pattern of a binary32. */
uint32_t load_gain(uint32_t size, const uint8_t* stored, uint32_t* gain);

#endif
