// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/packing.json";

void add_width(VectorSet& set, std::uint64_t width) {
  // 1 and 3: shorter than a byte; 7, 8, 9: around eight codes; 31: no multiple of anything; 80, 96,
  // 128: head sizes.
  for (const std::size_t count : {0u, 1u, 3u, 7u, 8u, 9u, 31u, 80u, 96u, 128u}) {
    const std::string suffix = "-w" + std::to_string(width) + "-n" + std::to_string(count);
    const Bytes codes = ramp_codes(count, 1u << width);
    const auto& packed =
        set.add(kCore, "packing/pack" + suffix, "packing.pack", {"TQ-PACK-001", "TQ-PACK-002"},
                "A number of codes at an edge of a byte or of a head size.",
                {{"width", width}, {"codes", codes}});
    set.add(kCore, "packing/unpack" + suffix, "packing.unpack", {"TQ-PACK-001", "TQ-PACK-004"},
            "The inverse of packing.",
            {{"width", width},
             {"count", std::uint64_t{count}},
             {"packed", packed.expected.output.get<Bytes>("packed")}});
  }
  const std::string suffix = "-w" + std::to_string(width);
  const auto largest = static_cast<std::uint8_t>((1u << width) - 1);
  set.add(kCore, "packing/pack-largest" + suffix, "packing.pack", {"TQ-PACK-001"},
          "All bits set, so that only padding is zero.",
          {{"width", width}, {"codes", Bytes{std::vector<std::uint8_t>(5, largest)}}});
  if (width < 8) {
    set.add_refused(
        kCore, "packing/pack-out-of-range" + suffix, "packing.pack", {"TQ-PACK-003"},
        "The first code that does not fit.",
        {{"width", width}, {"codes", Bytes{{0, static_cast<std::uint8_t>(1u << width)}}}},
        Error::kCodeOutOfRange);
    set.add_refused(kCore, "packing/unpack-padding" + suffix, "packing.unpack", {"TQ-PACK-004"},
                    "The highest bit behind a single code is set.",
                    {{"width", width}, {"count", std::uint64_t{1}}, {"packed", Bytes{{0x80}}}},
                    Error::kPaddingBits);
  }
}

void add_refusals(VectorSet& set) {
  for (const std::uint64_t width : {0u, 9u}) {
    set.add_refused(kCore, "packing/pack-width-" + std::to_string(width), "packing.pack",
                    {"TQ-PACK-003"}, "Widths are 1 to 8.",
                    {{"width", width}, {"codes", Bytes{{0}}}}, Error::kBadArgument);
  }
  set.add_refused(
      kCore, "packing/unpack-short", "packing.unpack", {"TQ-PACK-004"},
      "Nine codes of 3 bits take four bytes, not three.",
      {{"width", std::uint64_t{3}}, {"count", std::uint64_t{9}}, {"packed", Bytes{{0, 0, 0}}}},
      Error::kBadLength);
  set.add_refused(
      kCore, "packing/unpack-long", "packing.unpack", {"TQ-PACK-004"},
      "A byte too many is an error, not slack.",
      {{"width", std::uint64_t{3}}, {"count", std::uint64_t{8}}, {"packed", Bytes{{0, 0, 0, 0}}}},
      Error::kBadLength);
  set.add_refused(
      kCore, "packing/unpack-count-huge", "packing.unpack", {"TQ-PACK-003"},
      "A count whose bytes would wrap a 32-bit size.",
      {{"width", std::uint64_t{8}}, {"count", std::uint64_t{0x100000001}}, {"packed", Bytes{{0}}}},
      Error::kBadArgument);
}

void add_signs(VectorSet& set) {
  set.add(kCore, "packing/signs-zeros", "packing.pack_signs", {"TQ-PACK-005"},
          "+0 and -0 both have sign bit 1, tiny negatives have 0.",
          {{"values", Words{{0x00000000, 0x80000000, 0x80000001, 0x00000001, 0xbf800000}}}})
      .smoke = true;
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 128u}) {
    set.add(kCore, "packing/signs-n" + std::to_string(count), "packing.pack_signs", {"TQ-PACK-005"},
            "A number of signs at an edge of a byte.",
            {{"values", gaussian_like(900 + count, count)}});
  }
  set.add_refused(kCore, "packing/signs-nan", "packing.pack_signs", {"TQ-ARITH-006"},
                  "A NaN has no sign bit to store.", {{"values", Words{{0xffc00000}}}},
                  Error::kNonFiniteInput);
}

}  // namespace

void add_packing_vectors(VectorSet& set) {
  for (std::uint64_t width = 1; width <= 8; ++width) add_width(set, width);
  add_refusals(set);
  add_signs(set);
}

}  // namespace tq::tools
