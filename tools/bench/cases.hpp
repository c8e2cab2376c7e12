// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/kernels.hpp"
#include "tools/bench/yardsticks.hpp"

namespace tq::tools::bench {

// One loop to measure, on every target.
struct Case {
  std::string name;   // "append/d128/w4"
  std::size_t rows;   // that one pass goes through
  std::size_t bytes;  // a row: what the yardsticks move or read
  std::function<void(const optimized::Kernels&)> pass;
  std::vector<Yardstick> yardsticks;  // "memcpy" first
  // What a pass leaves behind; the same bytes on every target.
  std::span<const unsigned char> output;
  // Restores what passes destroy, every few passes and not timed. Empty: they destroy nothing.
  std::function<void()> refill;
};

struct CaseOptions {
  bool all = false;        // d = 64 and 256 as well as 128
  std::string only = "*";  // names, with * and ?
  std::size_t rows = 1024;
};

// append, fwht, quantize, pack, unpack, decode and scan for widths 2, 3 and 4. `scalar` prepares
// the inputs. The bytes of a row are the input of append, quantize and pack, the output of unpack
// and decode, both of fwht, and the packed codes that scan reads.
std::vector<Case> make_cases(const CaseOptions& options, const optimized::Kernels& scalar);

// Throws std::runtime_error when a target leaves other bytes than the last one: the time of a wrong
// answer says nothing.
void require_same_output(std::span<const Case> cases,
                         std::span<const optimized::Kernels* const> targets);

}  // namespace tq::tools::bench
