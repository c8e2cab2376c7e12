// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/generators.hpp"

namespace tq::conformance {
namespace {

// Legal: no bit behind the last sign (TQ-RAND-005).
Bytes choose_signs(Choices& choices, std::size_t head_dim) {
  Bytes signs{choose_bytes(choices, (head_dim + 7) / 8)};
  if (head_dim < 8) {
    signs.values[0] = static_cast<std::uint8_t>(signs.values[0] & ((1u << head_dim) - 1));
  }
  return signs;
}

// TQ-XFORM-001
Record arguments(Choices& choices, const char* field) {
  const auto& transform = choose_name(choices, contract::kTransforms);
  const std::uint64_t head_dim = choose_head_dim(choices);
  const auto d = static_cast<std::size_t>(head_dim);
  Words row = choices.one_in(4) ? choose_row(choices, d) : choose_tame_row(choices, d);
  Bytes first = choose_signs(choices, d);
  const bool has_second = transform.value != contract::Transform::kOneRound;
  Bytes second = has_second ? choose_signs(choices, d) : Bytes{};
  return {{"transform", std::string(transform.name)},
          {"head_dim", head_dim},
          {"signs_1", std::move(first)},
          {"signs_2", std::move(second)},
          {field, std::move(row)}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"transform.forward", [](Choices& choices) { return arguments(choices, "x"); }},
    {"transform.inverse", [](Choices& choices) { return arguments(choices, "y"); }},
};

}  // namespace

GeneratorTable transform_generators() { return kGenerators; }

}  // namespace tq::conformance
