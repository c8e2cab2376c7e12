// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "reference/page.hpp"

namespace tq::tools {

// A page of rows that the reference encoded from gaussian-like keys; definitions of chapters page
// and score start from one and change what they test.
struct PagePlan {
  contract::KeyMode key_mode = contract::KeyMode::kLloydMax3;
  contract::Transform transform = contract::Transform::kTwoRounds;
  contract::GainCoding gain_coding = contract::GainCoding::kBinary16;
  std::uint64_t layer = 7;
  std::uint64_t kv_heads = 2;
  std::uint64_t key_dim = 16;
  std::uint64_t capacity = 4;
  std::uint64_t count = 3;
  std::uint64_t first_position = 96;
  std::uint64_t seed = 0x0123456789abcdef;
  bool with_zero_row = false;  // the first row is all zero
};

reference::Page build_page(const PagePlan& plan);
// The sealed bytes; the plan is legal.
std::vector<std::uint8_t> build_bytes(const PagePlan& plan);
// Recomputes crc after a change, so that the change is the only fault.
void reseal(std::vector<std::uint8_t>& page);

}  // namespace tq::tools
