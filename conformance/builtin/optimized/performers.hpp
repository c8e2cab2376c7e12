// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/record.hpp"
#include "optimized/kernels.hpp"

// The fast implementation behind the operations of each chapter: one function an operation, from a
// checked record to an answer.
namespace tq::conformance::fast {

using Perform = Answer (*)(const optimized::Kernels& kernels, const Record& input);
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

// Between records and native numbers: the same bits.
std::vector<float> numbers(const Record& record, std::string_view field);
Words words(std::span<const float> values);

}  // namespace tq::conformance::fast
