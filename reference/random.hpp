// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/contract/errors.hpp"
#include "spec/contract/streams.hpp"

namespace tq::reference {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// One block of Philox4x32-10. Source: chapter random, TQ-RAND-001.
std::array<std::uint32_t, 4> philox(PhiloxCounter counter, PhiloxKey key);

// Where in the space of all random words a row's signs lie. Source: TQ-RAND-002, TQ-RAND-003.
struct StreamAddress {
  std::uint64_t seed = 0;
  contract::Stream stream = contract::Stream::kKeyRound1;
  std::uint32_t layer = 0;
  std::uint32_t kv_head = 0;
};

// The first `count` signs of a stream; true means minus. TQ-RAND-004.
std::vector<bool> signs(const StreamAddress& address, std::size_t count);

// As `signs`, with the range checks of TQ-RAND-003 on untrusted arguments: bad-argument.
contract::Result<std::vector<bool>> checked_signs(std::uint64_t seed, std::uint64_t stream,
                                                  std::uint64_t layer, std::uint64_t kv_head,
                                                  std::uint64_t count);

// Signs as bytes, sign j in bit j mod 8 of byte j / 8. TQ-RAND-005.
std::vector<std::uint8_t> store_signs(const std::vector<bool>& signs);

}  // namespace tq::reference
