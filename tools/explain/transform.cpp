// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/pieces.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using conformance::words;
using contract::Error;
using contract::Transform;

struct Arguments {
  Transform transform;
  reference::SignPair signs;
  std::vector<Binary32> values;
};

// "signs_1 has bit 5 set, behind the last of 4 signs"; empty when no such bit is.
std::string set_padding(std::string_view name, std::span<const std::uint8_t> bytes,
                        std::uint64_t signs) {
  for (std::size_t j = signs; j < 8 * bytes.size(); ++j) {
    if (((bytes[j / 8] >> (j % 8)) & 1) != 0) {
      return fmt::format("{} has bit {} set, behind the last of {} signs", name, j, signs);
    }
  }
  return "";
}

std::optional<Arguments> read_arguments(Derivation& derivation, const Record& input,
                                        std::string_view field) {
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const std::uint64_t head_dim = input.integer("head_dim");
  const auto values = numbers(input, field);
  const auto& first = input.bytes("signs_1");
  const auto& second = input.bytes("signs_2");
  const std::uint64_t second_signs = transform == Transform::kOneRound ? 0 : head_dim;
  if (!derivation.passes(
          {{"TQ-XFORM-001", "the transform is in the table",
            [&] {
              return unknown_name("transform", input.text("transform"), transform.has_value());
            },
            Error::kBadArgument},
           {"TQ-XFORM-001", "head_dim is a power of two from 2 to 1024",
            [&] {
              return reference::is_legal_head_dim(head_dim)
                         ? ""
                         : fmt::format("head_dim = {}", head_dim);
            },
            Error::kBadArgument},
           {"TQ-CONF-023", "the row has head_dim elements",
            [&] { return other_length(field, values.size(), head_dim); }, Error::kBadLength},
           {"TQ-CONF-023", "signs_1 holds head_dim signs",
            [&] { return other_length("signs_1", first.size(), (head_dim + 7) / 8); },
            Error::kBadLength},
           {"TQ-CONF-023", "signs_2 holds head_dim signs, none for one-round",
            [&] { return other_length("signs_2", second.size(), (second_signs + 7) / 8); },
            Error::kBadLength},
           {"TQ-RAND-005", "the bits behind the last sign are zero",
            [&] {
              const std::string why = set_padding("signs_1", first, head_dim);
              return why.empty() ? set_padding("signs_2", second, second_signs) : why;
            },
            Error::kPaddingBits},
           {"TQ-ARITH-006", "every element is finite",
            [&] { return first_non_finite(field, values); }, Error::kNonFiniteInput}})) {
    return std::nullopt;
  }
  derivation.place(1, values.size());
  return Arguments{*transform, *reference::load_sign_pair(*transform, values.size(), first, second),
                   values};
}

void forward(Derivation& derivation, const Record& input) {
  const auto arguments = read_arguments(derivation, input, "x");
  if (!arguments) return;
  const auto stages =
      derive_forward(derivation, arguments->transform, arguments->signs, arguments->values);
  if (!reference::all_finite(stages.y)) {
    derivation.refuse("TQ-XFORM-008", Error::kResultOverflow,
                      "a result is not finite: " + first_non_finite("y", stages.y));
    return;
  }
  derivation.answer = {
      .stages = {{"signed", words(stages.signed_x)}, {"round_1", words(stages.round_1)}},
      .output = {{"y", words(stages.y)}},
      .error = {}};
}

void inverse(Derivation& derivation, const Record& input) {
  const auto arguments = read_arguments(derivation, input, "y");
  if (!arguments) return;
  const auto unscaled =
      derive_reverse(derivation, arguments->transform, arguments->signs, arguments->values);
  const Binary32 factor = reference::inverse_scale(arguments->transform, unscaled.size());
  derivation.step("TQ-XFORM-007",
                  fmt::format("times {}, plus +0 (TQ-ARITH-008)", number_text(factor)));
  std::vector<Binary32> x;
  for (const Binary32 w : unscaled) x.push_back(reference::without_negative_zero(w * factor));
  derivation.numbers("x", x);
  if (!reference::all_finite(x)) {
    derivation.refuse("TQ-XFORM-008", Error::kResultOverflow,
                      "a result is not finite: " + first_non_finite("x", x));
    return;
  }
  derivation.answer = {
      .stages = {{"unscaled", words(unscaled)}}, .output = {{"x", words(x)}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"transform.forward", forward},
    {"transform.inverse", inverse},
};

}  // namespace

DeriveTable transform_derivations() { return kDerivations; }

}  // namespace tq::tools
