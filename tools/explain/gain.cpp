// SPDX-License-Identifier: Apache-2.0
#include "reference/gain.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/rows.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using conformance::words;
using contract::Error;

Check known_coding(const Record& input) {
  return {"TQ-GAIN-005", "the gain coding is in the table",
          [&input] {
            const std::string& name = input.text("gain_coding");
            return unknown_name("gain_coding", name,
                                parse_name(contract::kGainCodings, name).has_value());
          },
          Error::kBadArgument};
}

void norm(Derivation& derivation, const Record& input) {
  const auto x = numbers(input, "x");
  if (!derivation.passes({{"TQ-ARITH-006", "every element of x is finite",
                           [&] { return first_non_finite("x", x); }, Error::kNonFiniteInput}})) {
    return;
  }
  derivation.place(1, x.size());
  const auto stages = derive_norm(derivation, x);
  if (!stages) return;
  derivation.answer = {.stages = {{"scaled", words(stages->scaled)},
                                  {"sum", conformance::Words{{stages->sum.bits()}}},
                                  {"root", conformance::Words{{stages->root.bits()}}}},
                       .output = {{"norm", conformance::Words{{stages->norm.bits()}}}},
                       .error = {}};
}

void store(Derivation& derivation, const Record& input) {
  const auto norms = numbers(input, "norms");
  const auto first_negative = [&]() -> std::string {
    for (std::size_t i = 0; i < norms.size(); ++i) {
      if (norms[i].is_negative()) return fmt::format("norms[{}] = {}", i, number_text(norms[i]));
    }
    return "";
  };
  if (!derivation.passes(
          {known_coding(input),
           {"TQ-ARITH-006", "every norm is finite",
            [&] { return first_non_finite("norms", norms); }, Error::kNonFiniteInput},
           {"TQ-GAIN-005", "no norm has its sign bit set", first_negative, Error::kBadArgument}})) {
    return;
  }
  const auto coding = *parse_name(contract::kGainCodings, input.text("gain_coding"));
  derivation.place(1, norms.size());
  conformance::Bytes stored;
  for (std::size_t i = 0; i < norms.size(); ++i) {
    const auto bytes = reference::store_gain(coding, norms[i]);
    if (!bytes) {
      derivation.refuse("TQ-ARITH-004", bytes.error(),
                        fmt::format("norms[{}] = {} does not fit", i, number_text(norms[i])));
      return;
    }
    stored.values.insert(stored.values.end(), bytes->begin(), bytes->end());
  }
  derivation.step("TQ-GAIN-005", "the bytes of each norm");
  const std::size_t size = reference::gain_bytes(coding);
  derivation.elements(norms.size(), [&](std::size_t i) {
    return fmt::format(
        "[{}] {}", i,
        stored_gain_text(coding, norms[i], std::span(stored.values).subspan(i * size, size)));
  });
  derivation.answer = {.stages = {}, .output = {{"stored", stored}}, .error = {}};
}

void load(Derivation& derivation, const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  const std::span<const std::uint8_t> stored = input.bytes("stored");
  const std::size_t size = coding ? reference::gain_bytes(*coding) : 1;
  if (!derivation.passes({known_coding(input),
                          {"TQ-GAIN-006", "the bytes are a multiple of the size of a gain",
                           [&] {
                             return stored.size() % size == 0
                                        ? ""
                                        : fmt::format("{} bytes, {} a gain", stored.size(), size);
                           },
                           Error::kBadLength}})) {
    return;
  }
  derivation.place(1, stored.size() / size);
  std::vector<Binary32> gains;
  for (std::size_t offset = 0; offset < stored.size(); offset += size) {
    const auto bytes = stored.subspan(offset, size);
    const auto gain = reference::load_gain(*coding, bytes);
    if (!gain) {
      derivation.refuse("TQ-GAIN-006", gain.error(),
                        fmt::format("gain {} has the bytes {}", offset / size, bytes_text(bytes)));
      return;
    }
    gains.push_back(*gain);
  }
  derivation.step("TQ-GAIN-006", "each stored gain, little-endian, widened exactly");
  derivation.elements(gains.size(), [&](std::size_t i) {
    return fmt::format("[{}] {} is {}", i, bytes_text(stored.subspan(i * size, size)),
                       number_text(gains[i]));
  });
  derivation.answer = {.stages = {}, .output = {{"gains", words(gains)}}, .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"gain.norm", norm},
    {"gain.store", store},
    {"gain.load", load},
};

}  // namespace

DeriveTable gain_derivations() { return kDerivations; }

}  // namespace tq::tools
