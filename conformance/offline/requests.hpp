// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/runner.hpp"
#include "conformance/vector.hpp"

// The questions of an offline run (chapter conformance, Offline).
namespace tq::conformance {

// A vector and the `id` of the call that asks it (TQ-CONF-041): 1 to 2^31 - 1.
struct Request {
  const Vector* vector;
  std::uint64_t id;
};

// Every vector in the order of a run without filters, so that the id of a vector depends on the
// golden vectors alone. `root`: the root hash of their manifest. Points into `files`.
std::vector<Request> number_requests(std::span<const VectorFile> files, std::string_view root);

struct RequestCounts {
  std::size_t asked = 0;     // calls that were written
  std::size_t too_long = 0;  // calls that were left out
};

// Gives `write` the lines of TQ-CONF-040, without newlines: hello, then a call for every vector
// that the filters of `options` leave. Calls longer than `max_line` bytes, newline included, are
// left out. Stops early when `write` gives false. Nothing is written when no vector is left.
RequestCounts write_requests(std::span<const VectorFile> files, std::string_view root,
                             const Filter& filter, std::size_t max_line,
                             const std::function<bool(std::string_view line)>& write);

}  // namespace tq::conformance
