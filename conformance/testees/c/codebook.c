/* SPDX-License-Identifier: CC0-1.0 */
#include "../../abi/tqc_testee.h"
#include "operations.h"

/* TQ-CODE-001: vectors/core/codebook.json has these patterns. */
static const uint32_t levels[4][16] = {
    {0xbf4c422a, 0x3f4c422a},
    {0xbfc1555d, 0xbee7d2c9, 0x3ee7d2c9, 0x3fc1555d},
    {0xc009b97a, 0xbfac0538, 0xbf418990, 0xbe7af9f8, 0x3e7af9f8, 0x3f418990, 0x3fac0538,
     0x4009b97a},
    {0xc02ee2bf, 0xc0046ac7, 0xbfcf1c25, 0xbfa0cc2f, 0xbf713d39, 0xbf28215e, 0xbec6ae44, 0xbe0379fd,
     0x3e0379fd, 0x3ec6ae44, 0x3f28215e, 0x3f713d39, 0x3fa0cc2f, 0x3fcf1c25, 0x40046ac7,
     0x402ee2bf},
};
static const uint32_t boundaries[4][15] = {
    {0x00000000},
    {0xbf7b4a0f, 0x00000000, 0x3f7b4a0f},
    {0xbfdfbc17, 0xbf866500, 0xbf002407, 0x00000000, 0x3f002407, 0x3f866500, 0x3fdfbc17},
    {0xc019a6c3, 0xbfebf8da, 0xbfb7f42a, 0xbf8cb566, 0xbf4caf4b, 0xbf05bc40, 0xbe8435a1, 0x00000000,
     0x3e8435a1, 0x3f05bc40, 0x3f4caf4b, 0x3f8cb566, 0x3fb7f42a, 0x3febf8da, 0x4019a6c3},
};

const uint32_t* codebook_levels(uint64_t width) {
  return width >= 1 && width <= 4 ? levels[width - 1] : NULL;
}
const uint32_t* codebook_boundaries(uint64_t width) {
  return width >= 1 && width <= 4 ? boundaries[width - 1] : NULL;
}

/* Finite patterns as integers in the order of their values; both zeros are 0. No float takes part,
 * so that no flag of a compiler can change a comparison. */
static int64_t order(uint32_t pattern) {
  const int64_t magnitude = pattern & 0x7fffffffu;
  return pattern >> 31 ? -magnitude : magnitude;
}

/* TQ-CODE-002 */
uint32_t quantize(uint64_t width, const uint8_t* z, uint32_t count, uint8_t* codes) {
  const uint32_t* bounds = codebook_boundaries(width);
  uint32_t i, k, last;
  if (bounds == NULL) return TQC_BAD_ARGUMENT;
  last = (1u << width) - 1;
  for (i = 0; i < count; ++i) {
    if ((tqc_get32(z + 4 * i) & 0x7f800000u) == 0x7f800000u) return TQC_NON_FINITE_INPUT;
  }
  for (i = 0; i < count; ++i) {
    codes[i] = 0;
    for (k = 0; k < last; ++k) codes[i] += order(bounds[k]) < order(tqc_get32(z + 4 * i));
  }
  return 0;
}

/* TQ-CODE-003 */
uint32_t check_codes(uint64_t width, const uint8_t* codes, uint32_t count) {
  uint32_t i;
  if (codebook_levels(width) == NULL) return TQC_BAD_ARGUMENT;
  for (i = 0; i < count; ++i) {
    if (codes[i] >> width != 0) return TQC_CODE_OUT_OF_RANGE;
  }
  return 0;
}
