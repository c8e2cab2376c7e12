/* SPDX-License-Identifier: CC0-1.0 */
#include "../../abi/tqc_testee.h"
#include "operations.h"

/* TQ-ARITH-005: exact, in integers. */
static uint32_t from_binary16(uint32_t half) {
  const uint32_t sign = (half & 0x8000u) << 16;
  uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ffu;
  if (exponent == 31) return sign | 0x7f800000u | fraction << 13;
  if (exponent == 0) {
    if (fraction == 0) return sign;
    /* Subnormal: the leading one moves to bit 10, and the exponent with it. */
    for (exponent = 1; (fraction & 0x400u) == 0; --exponent) fraction <<= 1;
    fraction &= 0x3ffu;
  }
  return sign | (exponent + 112) << 23 | fraction << 13;
}

/* TQ-GAIN-006 */
uint32_t load_gain(uint32_t size, const uint8_t* stored, uint32_t* gain) {
  *gain = size == 4 ? tqc_get32(stored) : from_binary16(stored[0] | (uint32_t)stored[1] << 8);
  if ((*gain & 0x7f800000u) == 0x7f800000u) return TQC_GAIN_NOT_FINITE;
  return *gain >> 31 ? TQC_GAIN_NEGATIVE : 0;
}
