/* SPDX-License-Identifier: CC0-1.0 */
#include <string.h>

#include "../../abi/tqc_testee.h"
#include "operations.h"

/* TQ-PACK-002 */
uint32_t packed_bytes(uint32_t count, uint32_t width) { return (count * width + 7) / 8; }

/* TQ-PACK-001, TQ-PACK-003 */
uint32_t pack(uint64_t width, const uint8_t* codes, uint32_t count, uint8_t* packed) {
  uint32_t i, held = 0, bits = 0;
  if (width < 1 || width > 8 || count > MAX_CODES) return TQC_BAD_ARGUMENT;
  for (i = 0; i < count; ++i) {
    if (codes[i] >> width != 0) return TQC_CODE_OUT_OF_RANGE;
  }
  for (i = 0; i < count; ++i) { /* `held` has `bits` bits that wait for a whole byte */
    held |= (uint32_t)codes[i] << bits;
    for (bits += (uint32_t)width; bits >= 8; bits -= 8) {
      *packed++ = (uint8_t)held;
      held >>= 8;
    }
  }
  if (bits > 0) *packed = (uint8_t)held;
  return 0;
}

/* TQ-PACK-003, TQ-PACK-004 */
uint32_t check_packed(uint64_t width, uint64_t count, const uint8_t* packed, uint32_t size) {
  uint32_t used;
  if (width < 1 || width > 8 || count > MAX_CODES) return TQC_BAD_ARGUMENT;
  if (size != packed_bytes((uint32_t)count, (uint32_t)width)) return TQC_BAD_LENGTH;
  used = (uint32_t)count * (uint32_t)width % 8;
  return used != 0 && packed[size - 1] >> used != 0 ? TQC_PADDING_BITS : 0;
}

void unpack(uint32_t width, const uint8_t* packed, uint32_t count, uint8_t* codes) {
  uint32_t i, held = 0, bits = 0;
  for (i = 0; i < count; ++i) {
    if (bits < width) {
      held |= (uint32_t)*packed++ << bits;
      bits += 8;
    }
    codes[i] = (uint8_t)(held & ((1u << width) - 1));
    held >>= width;
    bits -= width;
  }
}

/* TQ-PACK-005: the bit of -0 is 1, so the sign bit of the pattern alone does not decide. */
uint32_t pack_signs(const uint8_t* values, uint32_t count, uint8_t* packed) {
  uint32_t i;
  for (i = 0; i < count; ++i) {
    if ((tqc_get32(values + 4 * i) & 0x7f800000u) == 0x7f800000u) return TQC_NON_FINITE_INPUT;
  }
  if (count > MAX_CODES) return TQC_BAD_ARGUMENT;
  memset(packed, 0, packed_bytes(count, 1));
  for (i = 0; i < count; ++i) {
    const int below_zero = tqc_get32(values + 4 * i) > 0x80000000u;
    if (!below_zero) packed[i / 8] = (uint8_t)(packed[i / 8] | 1u << (i % 8));
  }
  return 0;
}
