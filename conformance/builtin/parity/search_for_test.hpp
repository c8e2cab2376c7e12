// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "conformance/testee.hpp"

// RapidCheck behind one function, so that its headers are parsed once.
namespace tq::conformance {

using Ask = std::function<Reply(const contract::Operation& operation, const Record& input)>;

struct SearchResult {
  std::size_t cases = 0;   // that agreed before the first difference
  std::size_t wanted = 0;  // as many when there is no difference
  // The smallest input found on which the answer differs from the reference's, and how.
  std::optional<Record> input;
  std::string difference;
  std::size_t tried_while_shrinking = 0;
  std::string repeat;  // "RC_PARAMS=..." that starts the same search
};

// Asks for `cases` random inputs of the operation and shrinks the first one that is answered unlike
// the reference. The same inputs every time, unless RC_PARAMS sets a seed; it may set max_success
// too.
SearchResult search(const contract::Operation& operation, const Ask& ask, std::size_t cases);

}  // namespace tq::conformance
