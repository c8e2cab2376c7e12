// SPDX-License-Identifier: Apache-2.0
#include "reference/gain.hpp"

#include "conformance/builtin/reference/performers.hpp"

namespace tq::conformance {
namespace {

using contract::Error;
using reference::Binary32;

// TQ-GAIN-001 to -004
Answer norm(const Record& input) {
  const auto stages = reference::checked_raw_norm(numbers(input, "x"));
  if (!stages) return refuse(stages.error());
  return {.stages = {{"scaled", words(stages->scaled)},
                     {"sum", Words{{stages->sum.bits()}}},
                     {"root", Words{{stages->root.bits()}}}},
          .output = {{"norm", Words{{stages->norm.bits()}}}},
          .error = {}};
}

// TQ-GAIN-005
Answer store(const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(Error::kBadArgument);
  const auto norms = numbers(input, "norms");
  // TQ-CONF-023: a number outside the domain anywhere, before the error of the first element
  if (!reference::all_finite(norms)) return refuse(Error::kNonFiniteInput);
  for (const Binary32 norm : norms) {
    if (norm.is_negative()) return refuse(Error::kBadArgument);
  }
  Bytes stored;
  for (const Binary32 norm : norms) {
    const auto bytes = reference::store_gain(*coding, norm);
    if (!bytes) return refuse(bytes.error());
    stored.values.insert(stored.values.end(), bytes->begin(), bytes->end());
  }
  return {.stages = {}, .output = {{"stored", stored}}, .error = {}};
}

// TQ-GAIN-006
Answer load(const Record& input) {
  const auto coding = parse_name(contract::kGainCodings, input.text("gain_coding"));
  if (!coding) return refuse(Error::kBadArgument);
  const std::size_t size = reference::gain_bytes(*coding);
  const std::span<const std::uint8_t> stored = input.bytes("stored");
  if (stored.size() % size != 0) return refuse(Error::kBadLength);
  std::vector<Binary32> gains;
  for (std::size_t offset = 0; offset < stored.size(); offset += size) {
    const auto gain = reference::load_gain(*coding, stored.subspan(offset, size));
    if (!gain) return refuse(gain.error());
    gains.push_back(*gain);
  }
  return {.stages = {}, .output = {{"gains", words(gains)}}, .error = {}};
}

constexpr std::pair<std::string_view, Perform> kPerformers[] = {
    {"gain.norm", norm},
    {"gain.store", store},
    {"gain.load", load},
};

}  // namespace

PerformerTable gain_performers() { return kPerformers; }

}  // namespace tq::conformance
