// SPDX-License-Identifier: Apache-2.0
#include "reference/gain.hpp"

#include <algorithm>

#include "conformance/mutants/chapters.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::GainCoding;
using contract::Result;
using reference::Binary32;
using Stored = std::vector<std::uint8_t>;

struct Norm {
  static int exponent(const Numbers& x) { return reference::scale_exponent(x); }
  static Binary32 sum(const Numbers& scaled) { return reference::dot<Binary32>(scaled, scaled); }
  static Binary32 root(Binary32 sum) { return sqrt(sum); }
  static Binary32 norm(Binary32 root, int exponent, std::size_t) { return scale(root, exponent); }
  static bool refuses(Binary32 norm) { return !norm.is_finite(); }
};

template <class S>
Answer norm(const Record& input) {
  const Numbers x = numbers(input, "x");
  if (!reference::all_finite(x)) return refuse(Error::kNonFiniteInput);
  const int exponent = S::exponent(x);
  Numbers scaled;
  for (const Binary32 value : x) scaled.push_back(scale(value, -exponent));
  const Binary32 sum = S::sum(scaled);
  const Binary32 root = sum.is_zero() ? Binary32() : S::root(sum);
  const Binary32 norm = sum.is_zero() ? Binary32() : S::norm(root, exponent, x.size());
  if (S::refuses(norm)) return refuse(Error::kBinary32Overflow);
  return {.stages = {{"scaled", words(scaled)},
                     {"sum", Words{{sum.bits()}}},
                     {"root", Words{{root.bits()}}}},
          .output = {{"norm", Words{{norm.bits()}}}},
          .error = {}};
}

struct NoScaling : Norm {
  static int exponent(const Numbers&) { return 0; }
};
struct FractionBelowOne : Norm {
  // As frexp counts, whose fraction lies in [1/2, 1).
  static int exponent(const Numbers& x) { return std::min(Norm::exponent(x) + 1, 126); }
};
struct SequentialSum : Norm {
  static Binary32 sum(const Numbers& scaled) {
    Numbers squares;
    for (const Binary32 value : scaled) squares.push_back(value * value);
    return sequential_sum(squares);
  }
};
struct FusedSquares : Norm {
  static Binary32 sum(const Numbers& scaled) {
    Numbers lanes(reference::kLanes);
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      Binary32& lane = lanes[i % lanes.size()];
      lane = fused(scaled[i], scaled[i], lane);
    }
    return reference::tree_sum<Binary32>(lanes);
  }
};
struct ExactSum : Norm {
  static Binary32 sum(const Numbers& scaled) {
    reference::Real sum;
    for (const Binary32 value : scaled) sum = sum + real(value) * real(value);
    return sum.to_nearest();
  }
};
struct ReciprocalRoot : Norm {
  static Binary32 root(Binary32 sum) { return sum * (Binary32::from_integer(1) / sqrt(sum)); }
};
struct RootMeanSquare : Norm {
  static Binary32 norm(Binary32 root, int exponent, std::size_t count) {
    return scale(root / sqrt(Binary32::from_integer(static_cast<std::int64_t>(count))), exponent);
  }
};
struct FlushedNorm : Norm {
  static Binary32 norm(Binary32 root, int exponent, std::size_t) {
    return flushed(scale(root, exponent));
  }
};
struct InfinityOut : Norm {
  static bool refuses(Binary32) { return false; }
};

struct Store {
  static bool is_negative(Binary32 norm) { return norm.is_negative(); }
  static Result<Stored> store(GainCoding coding, Binary32 norm) {
    return reference::store_gain(coding, norm);
  }
};

template <class S>
Answer store(const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(Error::kBadArgument);
  const Numbers norms = numbers(input, "norms");
  if (!reference::all_finite(norms)) return refuse(Error::kNonFiniteInput);
  if (std::ranges::any_of(norms, S::is_negative)) return refuse(Error::kBadArgument);
  Bytes stored;
  for (const Binary32 norm : norms) {
    const auto bytes = S::store(*coding, norm);
    if (!bytes) return refuse(bytes.error());
    stored.values.insert(stored.values.end(), bytes->begin(), bytes->end());
  }
  return {.stages = {}, .output = {{"stored", stored}}, .error = {}};
}

Stored bytes_of(std::uint16_t half) {
  return {static_cast<std::uint8_t>(half), static_cast<std::uint8_t>(half >> 8)};
}

struct TruncatedStore : Store {
  static Result<Stored> store(GainCoding coding, Binary32 norm) {
    if (coding == GainCoding::kBinary32) return Store::store(coding, norm);
    const std::uint16_t half = reference::to_binary16(norm);
    const bool rounded_up = reference::from_binary16(half) > norm;
    return bytes_of(static_cast<std::uint16_t>(rounded_up ? half - 1 : half));
  }
};
struct BigEndianStore : Store {
  static Result<Stored> store(GainCoding coding, Binary32 norm) {
    auto stored = Store::store(coding, norm);
    if (stored) std::reverse((*stored).begin(), (*stored).end());
    return stored;
  }
};
struct InfinityStored : Store {
  static Result<Stored> store(GainCoding coding, Binary32 norm) {
    const auto stored = Store::store(coding, norm);
    return stored ? stored : bytes_of(0x7c00);
  }
};
struct MagnitudeStored : Store {
  static bool is_negative(Binary32) { return false; }
  static Result<Stored> store(GainCoding coding, Binary32 norm) {
    return Store::store(coding, abs(norm));
  }
};

struct Load {
  static Result<Binary32> load(GainCoding coding, std::span<const std::uint8_t> stored) {
    return reference::load_gain(coding, stored);
  }
};

template <class S>
Answer load(const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(Error::kBadArgument);
  const std::size_t size = reference::gain_bytes(*coding);
  const std::span<const std::uint8_t> stored = input.bytes("stored");
  if (stored.size() % size != 0) return refuse(Error::kBadLength);
  Numbers gains;
  for (std::size_t offset = 0; offset < stored.size(); offset += size) {
    const auto gain = S::load(*coding, stored.subspan(offset, size));
    if (!gain) return refuse(gain.error());
    gains.push_back(*gain);
  }
  return {.stages = {}, .output = {{"gains", words(gains)}}, .error = {}};
}

struct MinusZeroLoaded : Load {
  static Result<Binary32> load(GainCoding coding, std::span<const std::uint8_t> stored) {
    Stored positive(stored.begin(), stored.end());
    positive.back() &= 0x7f;
    const auto gain = Load::load(coding, positive);
    return gain && gain->is_zero() ? gain : Load::load(coding, stored);
  }
};
struct FlushedLoad : Load {
  static Result<Binary32> load(GainCoding coding, std::span<const std::uint8_t> stored) {
    const auto gain = Load::load(coding, stored);
    const bool is_subnormal =
        gain && *gain < (coding == GainCoding::kBinary16 ? reference::from_binary16(0x0400)
                                                         : Binary32::from_bits(0x00800000));
    return is_subnormal ? Binary32() : gain;
  }
};
struct SignBeforeNan : Load {
  static Result<Binary32> load(GainCoding coding, std::span<const std::uint8_t> stored) {
    return (stored.back() & 0x80) != 0 ? Error::kGainNegative : Load::load(coding, stored);
  }
};

}  // namespace

ChapterMutants gain_mutants() {
  return {
      .mutants =
          {
              mutant("gain/no-scaling", "squares without scaling first", {"TQ-GAIN-001"},
                     "gain.norm", "scaled", {"gain/norm-d4-tiny-1e-23", "gain/norm-d64-outliers"},
                     norm<NoScaling>),
              mutant("gain/fraction-below-one", "scales one power of two too far", {"TQ-GAIN-001"},
                     "gain.norm", "scaled", {"gain/norm-d4-one-hot"}, norm<FractionBelowOne>),
              mutant("gain/sequential-sum", "sums squares from left to right", {"TQ-GAIN-002"},
                     "gain.norm", "sum", {"gain/norm-d64-gaussian-a"}, norm<SequentialSum>),
              mutant("gain/fused-squares", "fuses each square into its sum", {"TQ-GAIN-002"},
                     "gain.norm", "sum", {"gain/norm-d64-gaussian-a"}, norm<FusedSquares>),
              mutant("gain/exact-sum", "sums in higher precision and rounds once", {"TQ-GAIN-002"},
                     "gain.norm", "sum", {"gain/norm-d64-gaussian-a"}, norm<ExactSum>),
              mutant("gain/reciprocal-root", "takes the root as sum / sqrt(sum) by a reciprocal",
                     {"TQ-GAIN-002"}, "gain.norm", "root", {"gain/norm-d64-gaussian-a"},
                     norm<ReciprocalRoot>),
              mutant("gain/root-mean-square", "divides by sqrt(d)", {"TQ-GAIN-003"}, "gain.norm",
                     "norm", {"gain/norm-d4-constant"}, norm<RootMeanSquare>),
              mutant("gain/flushed-norm", "flushes a subnormal norm to zero", {"TQ-GAIN-003"},
                     "gain.norm", "norm", {"gain/norm-d4-subnormal"}, norm<FlushedNorm>),
              mutant("gain/infinite-norm", "returns an infinite norm instead of an error",
                     {"TQ-GAIN-003"}, "gain.norm", "error", {"gain/norm-overflow"},
                     norm<InfinityOut>),
              mutant("gain/truncated-store", "truncates to binary16", {"TQ-GAIN-005"}, "gain.store",
                     "stored", {"gain/store-binary16"}, store<TruncatedStore>),
              mutant("gain/big-endian-store", "stores the high byte first", {"TQ-GAIN-005"},
                     "gain.store", "stored", {"gain/store-binary16", "gain/store-binary32"},
                     store<BigEndianStore>),
              mutant("gain/infinity-stored", "stores a binary16 infinity",
                     {"TQ-GAIN-005", "TQ-ARITH-004"}, "gain.store", "error",
                     {"gain/store-binary16-overflow"}, store<InfinityStored>),
              mutant("gain/magnitude-stored", "drops the sign instead of refusing", {"TQ-GAIN-005"},
                     "gain.store", "error",
                     {"gain/store-negative-binary16", "gain/store-negative-binary32"},
                     store<MagnitudeStored>),
              mutant("gain/minus-zero-loaded", "takes a stored -0 as a gain of 0", {"TQ-GAIN-006"},
                     "gain.load", "error",
                     {"gain/load-binary16-negative-zero", "gain/load-binary32-negative-zero"},
                     load<MinusZeroLoaded>),
              mutant("gain/subnormal-gain-is-zero", "loads subnormal gains as zero",
                     {"TQ-GAIN-006"}, "gain.load", "gains",
                     {"gain/load-binary16", "gain/load-binary32"}, load<FlushedLoad>),
              mutant("gain/sign-before-nan", "calls a negative NaN negative", {"TQ-GAIN-006"},
                     "gain.load", "error", {"gain/load-binary32-negative-nan"},
                     load<SignBeforeNan>),
          },
      .controls = {{"gain.norm", norm<Norm>},
                   {"gain.store", store<Store>},
                   {"gain.load", load<Load>}},
  };
}

}  // namespace tq::conformance
