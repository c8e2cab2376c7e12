// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "reference/codebook.hpp"
#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/codebook.json";

// Every boundary and its two neighbours: where "strictly below" decides.
Words around_boundaries(int width) {
  Words z;
  for (const std::uint32_t boundary : reference::codebook_boundaries(width)) {
    z.values.push_back(neighbour(boundary, -1));
    z.values.push_back(boundary);
    z.values.push_back(neighbour(boundary, +1));
  }
  return z;
}

void add_width(VectorSet& set, int width) {
  const auto w = static_cast<std::uint64_t>(width);
  const std::string suffix = "-w" + std::to_string(width);
  set.add(kCore, "codebook/table" + suffix, "codebook.table",
          {"TQ-CODE-001", "TQ-CODE-004", "TQ-CODE-005"},
          "The certified table: a drifted level costs accuracy without a crash.", {{"width", w}});
  set.add(kCore, "codebook/quantize-boundaries" + suffix, "codebook.quantize", {"TQ-CODE-002"},
          "Every boundary and one ulp to either side.",
          {{"width", w}, {"z", around_boundaries(width)}});
  const auto levels = reference::codebook_levels(width);
  set.add(kCore, "codebook/quantize-levels" + suffix, "codebook.quantize", {"TQ-CODE-002"},
          "Every level gets its own code.",
          {{"width", w}, {"z", Words{{levels.begin(), levels.end()}}}});
  set.add(kCore, "codebook/quantize-extremes" + suffix, "codebook.quantize", {"TQ-CODE-002"},
          "Zeros, subnormals and the largest numbers.",
          {{"width", w},
           {"z", Words{{0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x7f7fffff, 0xff7fffff}}}});
  set.add(kCore, "codebook/quantize-gaussian" + suffix, "codebook.quantize", {"TQ-CODE-002"},
          "Typical coordinates.", {{"width", w}, {"z", gaussian_like(31, 64)}});
  set.add(kCore, "codebook/dequantize-all" + suffix, "codebook.dequantize", {"TQ-CODE-003"},
          "Every code of the width.",
          {{"width", w}, {"codes", ramp_codes(std::size_t{1} << width, 1u << width)}});
  set.add_refused(kCore, "codebook/dequantize-out-of-range" + suffix, "codebook.dequantize",
                  {"TQ-CODE-003"}, "The first code past the table.",
                  {{"width", w}, {"codes", Bytes{{0, static_cast<std::uint8_t>(1u << width)}}}},
                  Error::kCodeOutOfRange);
  set.add_bulk("codebook/bulk.json", "codebook/quantize-bulk" + suffix, "codebook.quantize",
               {"TQ-CODE-002"}, "Many typical coordinates, by digest.", {{"width", w}},
               {{.field = "z", .name = "gaussian-like", .seed = 77 + w, .count = 16384}},
               {"codes"});
}

}  // namespace

void add_codebook_vectors(VectorSet& set) {
  for (int width = 1; width <= 4; ++width) add_width(set, width);
  set.add_refused(kCore, "codebook/table-width-0", "codebook.table", {"TQ-CODE-001"},
                  "No table has width 0.", {{"width", std::uint64_t{0}}}, Error::kBadArgument);
  set.add_refused(kCore, "codebook/table-width-5", "codebook.table", {"TQ-CODE-001"},
                  "Width 5 has no table in this version.", {{"width", std::uint64_t{5}}},
                  Error::kBadArgument);
  set.add_refused(kCore, "codebook/quantize-nan", "codebook.quantize", {"TQ-ARITH-006"},
                  "A NaN compares with no boundary and is refused.",
                  {{"width", std::uint64_t{2}}, {"z", Words{{0x7fc00000}}}},
                  Error::kNonFiniteInput);
}

}  // namespace tq::tools
