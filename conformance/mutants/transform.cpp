// SPDX-License-Identifier: Apache-2.0
#include "reference/transform.hpp"

#include <bit>

#include "conformance/mutants/chapters.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using contract::Result;
using contract::Transform;
using reference::Binary32;
using reference::SignPair;

struct Steps {
  static bool is_legal(std::uint64_t head_dim) { return reference::is_legal_head_dim(head_dim); }
  static Result<SignPair> load_signs(Transform transform, std::size_t head_dim,
                                     const Record& input) {
    return reference::load_sign_pair(transform, head_dim, input.bytes("signs_1"),
                                     input.bytes("signs_2"));
  }
  static Numbers flip(const std::vector<bool>& minus, Numbers x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (minus[i]) x[i] = -x[i];
    }
    return x;
  }
  static Numbers first_signs(const SignPair& signs, const Numbers& x) {
    return flip(signs.first, x);
  }
  static Numbers hadamard(const Numbers& x) { return reference::hadamard(x); }
  static Numbers behind_round_1(Transform transform, const SignPair& signs,
                                const Numbers& round_1) {
    if (transform == Transform::kOneRound) return round_1;
    const Numbers flipped = flip(signs.second, round_1);
    return transform == Transform::kTwoSign ? flipped : reference::hadamard(flipped);
  }
  static bool refuses(const Numbers& y) { return !reference::all_finite(y); }

  static Numbers reverse(Transform transform, const SignPair& signs, const Numbers& y) {
    return reference::reverse_steps<Binary32>(transform, signs, y);
  }
  static Binary32 factor(Transform transform, std::size_t head_dim) {
    return reference::inverse_scale(transform, head_dim);
  }
  static Binary32 finish(Binary32 value) { return reference::without_negative_zero(value); }
};

struct Arguments {
  Transform transform;
  SignPair signs;
  Numbers values;
};
template <class S>
Result<Arguments> read_arguments(const Record& input, std::string_view field) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const std::uint64_t head_dim = input.integer("head_dim");
  if (!transform || !S::is_legal(head_dim)) return Error::kBadArgument;
  Numbers values = numbers(input, field);
  if (values.size() != head_dim) return Error::kBadLength;
  const auto signs = S::load_signs(*transform, values.size(), input);
  if (!signs) return signs.error();
  if (!reference::all_finite(values)) return Error::kNonFiniteInput;
  return Arguments{*transform, *signs, std::move(values)};
}

template <class S>
Answer forward(const Record& input) {
  const auto arguments = read_arguments<S>(input, "x");
  if (!arguments) return refuse(arguments.error());
  const Numbers signed_x = S::first_signs(arguments->signs, arguments->values);
  const Numbers round_1 = S::hadamard(signed_x);
  const Numbers y = S::behind_round_1(arguments->transform, arguments->signs, round_1);
  if (S::refuses(y)) return refuse(Error::kResultOverflow);
  return {.stages = {{"signed", words(signed_x)}, {"round_1", words(round_1)}},
          .output = {{"y", words(y)}},
          .error = {}};
}

template <class S>
Answer inverse(const Record& input) {
  const auto arguments = read_arguments<S>(input, "y");
  if (!arguments) return refuse(arguments.error());
  const Numbers unscaled = S::reverse(arguments->transform, arguments->signs, arguments->values);
  const Binary32 factor = S::factor(arguments->transform, unscaled.size());
  Numbers x;
  for (const Binary32 value : unscaled) x.push_back(S::finish(value * factor));
  if (!reference::all_finite(x)) return refuse(Error::kResultOverflow);
  return {.stages = {{"unscaled", words(unscaled)}}, .output = {{"x", words(x)}}, .error = {}};
}

// Butterflies of `combine(a, b)` with the strides in the order given by `stride_of(pass, dim)`.
template <class StrideOf, class Combine>
Numbers butterflies(Numbers x, StrideOf stride_of, Combine combine) {
  for (std::size_t pass = 1; pass < x.size(); pass *= 2) {
    const std::size_t stride = stride_of(pass, x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if ((i & stride) == 0) std::tie(x[i], x[i + stride]) = combine(x[i], x[i + stride]);
    }
  }
  return x;
}
std::size_t ascending(std::size_t pass, std::size_t) { return pass; }
std::size_t descending(std::size_t pass, std::size_t head_dim) { return head_dim / 2 / pass; }
std::pair<Binary32, Binary32> sum_and_difference(Binary32 a, Binary32 b) { return {a + b, a - b}; }

struct NoRotation : Steps {
  static Numbers hadamard(const Numbers& x) { return x; }
};
struct DescendingStrides : Steps {
  static Numbers hadamard(const Numbers& x) {
    return butterflies(x, descending, sum_and_difference);
  }
};
struct BitReversedRows : Steps {
  static Numbers hadamard(const Numbers& x) {
    const Numbers right = reference::hadamard(x);
    Numbers reversed(right.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      std::size_t image = 0;
      for (std::size_t bit = 1; bit < right.size(); bit *= 2) {
        image = 2 * image + ((i & bit) != 0 ? 1 : 0);
      }
      reversed[image] = right[i];
    }
    return reversed;
  }
};
struct DifferenceReversed : Steps {
  static Numbers hadamard(const Numbers& x) {
    return butterflies(x, ascending,
                       [](Binary32 a, Binary32 b) { return std::pair(a + b, b - a); });
  }
};
struct NormalisedPasses : Steps {
  static Numbers hadamard(const Numbers& x) {
    return butterflies(x, ascending, [](Binary32 a, Binary32 b) {
      const Binary32 half_root = Binary32::from_bits(0x3f3504f3);  // RN(sqrt(1/2))
      return std::pair((a + b) * half_root, (a - b) * half_root);
    });
  }
};
struct FirstSignsDropped : Steps {
  static Numbers first_signs(const SignPair&, const Numbers& x) { return x; }
};
struct SignsBySubtraction : Steps {
  static Numbers first_signs(const SignPair& signs, Numbers x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (signs.first[i]) x[i] = Binary32() - x[i];
    }
    return x;
  }
};
struct OneRoundForTwo : Steps {
  static Numbers behind_round_1(Transform transform, const SignPair& signs,
                                const Numbers& round_1) {
    return Steps::behind_round_1(
        transform == Transform::kTwoRounds ? Transform::kTwoSign : transform, signs, round_1);
  }
};
struct SecondSignsDropped : Steps {
  static Numbers behind_round_1(Transform transform, const SignPair& signs,
                                const Numbers& round_1) {
    return transform == Transform::kTwoSign ? round_1
                                            : Steps::behind_round_1(transform, signs, round_1);
  }
};
struct FirstSignsTwice : Steps {
  static Numbers behind_round_1(Transform transform, const SignPair& signs,
                                const Numbers& round_1) {
    return Steps::behind_round_1(transform, {signs.first, signs.first}, round_1);
  }
};
struct PaddingIgnored : Steps {
  static Result<SignPair> load_signs(Transform transform, std::size_t head_dim,
                                     const Record& input) {
    const auto keep = [&](std::vector<std::uint8_t> bytes) {
      if (!bytes.empty() && head_dim % 8 != 0) {
        bytes.back() = static_cast<std::uint8_t>(bytes.back() & ((1u << (head_dim % 8)) - 1));
      }
      return bytes;
    };
    return reference::load_sign_pair(transform, head_dim, keep(input.bytes("signs_1")),
                                     keep(input.bytes("signs_2")));
  }
};
struct SizeOne : Steps {
  static bool is_legal(std::uint64_t head_dim) {
    return head_dim == 1 || Steps::is_legal(head_dim);
  }
};
struct InfinityOut : Steps {
  static bool refuses(const Numbers&) { return false; }
};
struct HalfScale : Steps {
  static Binary32 factor(Transform transform, std::size_t head_dim) {
    // d^(-1/2) a round, as for a transform that was normalised on the way in.
    return sqrt(reference::inverse_scale(transform, head_dim));
  }
};
struct OneRoundScale : Steps {
  static Binary32 factor(Transform, std::size_t head_dim) {
    return reference::inverse_scale(Transform::kOneRound, head_dim);
  }
};
struct ForwardAgain : Steps {
  static Numbers reverse(Transform transform, const SignPair& signs, const Numbers& y) {
    return reference::forward<Binary32>(transform, signs, y).y;
  }
};
struct NegativeZeroOut : Steps {
  static Binary32 finish(Binary32 value) { return value; }
};

}  // namespace

ChapterMutants transform_mutants() {
  constexpr std::string_view kForward = "transform.forward";
  constexpr std::string_view kInverse = "transform.inverse";
  return {
      .mutants =
          {
              mutant("transform/rotation-missing", "leaves the Hadamard sums out", {"TQ-XFORM-003"},
                     kForward, "round_1", {"transform/forward-one-round-d8-gaussian-a"},
                     forward<NoRotation>),
              mutant("transform/descending-strides", "runs the strides d/2, ..., 2, 1",
                     {"TQ-XFORM-003"}, kForward, "round_1",
                     {"transform/forward-one-round-d8-zero",
                      "transform/forward-one-round-d64-huge-2e19"},
                     forward<DescendingStrides>),
              mutant("transform/rows-bit-reversed", "orders the rows of H by reversed bits",
                     {"TQ-XFORM-003"}, kForward, "round_1",
                     {"transform/forward-one-round-d8-gaussian-a"}, forward<BitReversedRows>),
              mutant("transform/difference-reversed", "forms b - a where a - b is due",
                     {"TQ-XFORM-003"}, kForward, "round_1",
                     {"transform/forward-one-round-d2-gaussian-a"}, forward<DifferenceReversed>),
              mutant("transform/normalised-passes", "multiplies every butterfly by sqrt(1/2)",
                     {"TQ-XFORM-003"}, kForward, "round_1",
                     {"transform/forward-one-round-d8-gaussian-a"}, forward<NormalisedPasses>),
              mutant("transform/first-signs-dropped", "leaves D1 out", {"TQ-XFORM-002"}, kForward,
                     "signed", {"transform/forward-one-round-d8-gaussian-a"},
                     forward<FirstSignsDropped>),
              mutant("transform/signs-by-subtraction", "forms 0 - x, which leaves +0 as it is",
                     {"TQ-XFORM-002"}, kForward, "signed", {"transform/forward-one-round-d8-zero"},
                     forward<SignsBySubtraction>),
              mutant("transform/one-round-for-two", "leaves out the second Hadamard sums",
                     {"TQ-XFORM-005"}, kForward, "y",
                     {"transform/forward-two-rounds-d8-gaussian-a"}, forward<OneRoundForTwo>),
              mutant("transform/second-signs-dropped", "leaves D2 out of two-sign",
                     {"TQ-XFORM-006"}, kForward, "y", {"transform/forward-two-sign-d8-gaussian-a"},
                     forward<SecondSignsDropped>),
              mutant("transform/first-signs-twice", "flips with D1 where D2 is due",
                     {"TQ-XFORM-005", "TQ-XFORM-006"}, kForward, "y",
                     {"transform/forward-two-rounds-d8-gaussian-a",
                      "transform/forward-two-sign-d8-gaussian-a"},
                     forward<FirstSignsTwice>),
              mutant("transform/padding-ignored", "ignores bits behind the last sign",
                     {"TQ-RAND-005"}, kForward, "error", {"transform/forward-padding-bit"},
                     forward<PaddingIgnored>),
              mutant("transform/size-one", "transforms one coordinate", {"TQ-XFORM-001"}, kForward,
                     "error", {"transform/forward-dim-1"}, forward<SizeOne>),
              mutant("transform/infinity-out", "returns infinities instead of an error",
                     {"TQ-XFORM-008"}, kForward, "error", {"transform/forward-overflow"},
                     forward<InfinityOut>),
              mutant("transform/half-scale", "scales the inverse by d^(-1/2) a round",
                     {"TQ-XFORM-007"}, kInverse, "x", {"transform/inverse-one-round-d8-gaussian-a"},
                     inverse<HalfScale>),
              mutant("transform/one-round-scale", "scales the inverse of two rounds by 1/d",
                     {"TQ-XFORM-007"}, kInverse, "x",
                     {"transform/inverse-two-rounds-d8-gaussian-a"}, inverse<OneRoundScale>),
              mutant("transform/steps-not-reversed",
                     "runs the inverse in the order of the forward steps", {"TQ-XFORM-007"},
                     kInverse, "unscaled",
                     {"transform/inverse-one-round-d8-gaussian-a",
                      "transform/inverse-two-rounds-d8-gaussian-a",
                      "transform/inverse-two-sign-d8-gaussian-a"},
                     inverse<ForwardAgain>),
              mutant("transform/negative-zero-out", "lets -0 leave the inverse",
                     {"TQ-XFORM-007", "TQ-ARITH-008"}, kInverse, "x",
                     {"transform/inverse-one-round-d8-zero"}, inverse<NegativeZeroOut>),
          },
      .controls = {{kForward, forward<Steps>}, {kInverse, inverse<Steps>}},
  };
}

}  // namespace tq::conformance
