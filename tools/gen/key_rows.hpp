// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "conformance/record.hpp"

namespace tq::tools {

// The arguments of a call of chapter keys, with defaults; a definition changes what it tests.
struct KeyCall {
  std::uint64_t width = 4;
  std::string transform = "one-round";
  std::string gain_coding = "binary32";
  std::uint64_t head_dim = 8;
  std::uint64_t tokens = 1;
  std::uint64_t kv_heads = 1;
  std::uint64_t layer = 3;
  std::uint64_t seed = 0x9e3779b97f4a7c15;

  conformance::Record shape() const;
  conformance::Record encode_input(conformance::Words x) const;
  conformance::Record decode_input(conformance::Bytes gains, conformance::Bytes rows) const;
};

}  // namespace tq::tools
