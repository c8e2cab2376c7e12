// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/record.hpp"
#include "reference/binary32.hpp"
#include "spec/contract/modes.hpp"

// The reference behind the operations of each chapter: one function an operation, from a checked
// record to an answer with every stage.
namespace tq::conformance {

using Perform = Answer (*)(const Record& input);
using PerformerTable = std::span<const std::pair<std::string_view, Perform>>;

PerformerTable arithmetic_performers();
PerformerTable random_performers();
PerformerTable transform_performers();
PerformerTable codebook_performers();
PerformerTable packing_performers();
PerformerTable gain_performers();
PerformerTable keys_performers();
PerformerTable page_performers();
PerformerTable score_performers();

// Between records and the reference's types.
std::vector<reference::Binary32> numbers(const Record& record, std::string_view field);
Words words(std::span<const reference::Binary32> values);

}  // namespace tq::conformance
