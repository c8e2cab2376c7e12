// SPDX-License-Identifier: Apache-2.0
// What -ffast-math at link time, or a host program, does to a library: subnormal results become
// zero and subnormal operands count as zero, before main begins.
#include <xmmintrin.h>

namespace {

constexpr unsigned kFlushToZero = 1U << 15;
constexpr unsigned kDenormalsAreZero = 1U << 6;

__attribute__((constructor)) void flush_subnormals() {
  _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
}

}  // namespace
