// SPDX-License-Identifier: Apache-2.0
#include "reference/packing.hpp"

#include "conformance/builtin/parity/generators.hpp"

namespace tq::conformance {
namespace {

struct Codes {
  std::uint64_t width;
  std::vector<std::uint8_t> codes;
};

Codes choose(Choices& choices) {
  const std::uint64_t width = 1 + choices.below(8);
  const std::size_t length = choose_length(choices, 700);
  return {width, choose_codes(choices, length, 1ull << width)};
}

// TQ-PACK-001
Record pack(Choices& choices) {
  Codes codes = choose(choices);
  return {{"width", codes.width}, {"codes", Bytes{std::move(codes.codes)}}};
}

// TQ-PACK-004
Record unpack(Choices& choices) {
  const Codes codes = choose(choices);
  return {{"width", codes.width},
          {"count", std::uint64_t{codes.codes.size()}},
          {"packed", Bytes{*reference::pack(codes.width, codes.codes)}}};
}

// TQ-PACK-005
Record pack_signs(Choices& choices) {
  return {{"values", choose_row(choices, choose_length(choices, 300))}};
}

constexpr std::pair<std::string_view, Generate> kGenerators[] = {
    {"packing.pack", pack},
    {"packing.unpack", unpack},
    {"packing.pack_signs", pack_signs},
};

}  // namespace

GeneratorTable packing_generators() { return kGenerators; }

}  // namespace tq::conformance
