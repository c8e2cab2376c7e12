// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "reference/codebook.hpp"
#include "spec/contract/modes.hpp"
#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/intervals.hpp"
#include "tools/gen/key_rows.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::Record;
using conformance::Word64;
using conformance::Words;
using contract::Error;

namespace {

constexpr auto kCore = "core/keys.json";
constexpr auto kProduction = "keys/production.json";

// Encode and decode of one call.
void add_pair(VectorSet& set, const std::string& file, const std::string& name,
              const std::string& reason, const KeyCall& call, Words x, bool intervals) {
  auto& encode = set.add(file, "keys/encode-" + name, "key.encode",
                         {"TQ-KEYS-001", "TQ-KEYS-002", "TQ-KEYS-003", "TQ-KEYS-004", "TQ-KEYS-005",
                          "TQ-KEYS-006", "TQ-GAIN-007", "TQ-XFORM-009"},
                         "Encode: " + reason, call.encode_input(std::move(x)));
  auto& decode =
      set.add(file, "keys/decode-" + name, "key.decode",
              {"TQ-KEYS-008", "TQ-KEYS-009", "TQ-ARITH-008", "TQ-XFORM-009"}, "Decode: " + reason,
              call.decode_input(encode.expected.output.get<Bytes>("gains"),
                                encode.expected.output.get<Bytes>("rows")));
  if (intervals) {
    add_intervals(encode);
    add_intervals(decode);
  }
}

// A call of two tokens and two heads: rows differ in their signs.
void add_batches(VectorSet& set) {
  for (const auto& transform : contract::kTransforms) {
    for (const std::uint64_t width : {2u, 3u, 4u}) {
      KeyCall call;
      call.width = width;
      call.transform = transform.name;
      call.gain_coding = width == 3 ? "binary16" : "binary32";
      call.head_dim = 8;
      call.tokens = 2;
      call.kv_heads = 2;
      const std::string name =
          std::string(transform.name) + "-w" + std::to_string(width) + "-batch";
      add_pair(set, kCore, name, "two tokens and two KV heads, each head with its own signs.", call,
               gaussian_like(300 + width, 32), true);
      // The same rows one at a time: TQ-KEYS-012.
      KeyCall single = call;
      single.tokens = 1;
      Words first = gaussian_like(300 + width, 32);
      first.values.resize(16);
      set.add(kCore,
              "keys/encode-" + std::string(transform.name) + "-w" + std::to_string(width) +
                  "-first-token",
              "key.encode", {"TQ-KEYS-012"}, "The first token of the batch, alone: the same bytes.",
              single.encode_input(first));
    }
  }
}

void add_named(VectorSet& set) {
  for (const NamedRow& row : named_rows(16)) {
    KeyCall call;
    call.width = 4;
    call.head_dim = 16;
    const std::string reason = std::string(row.reason) + ".";
    if (row.name != "huge-3e37") {
      add_pair(set, kCore, "d16-w4-" + row.name, reason, call, row.words, row.name == "gaussian-a");
    }
    const bool fits_binary16 = row.name != "huge-2e19" && row.name != "huge-3e37";
    if (fits_binary16) {
      call.gain_coding = "binary16";
      call.width = 2;
      call.transform = "two-rounds";
      add_pair(set, kCore, "d16-w2-binary16-" + row.name, reason, call, row.words, false);
    }
  }
}

void add_production(VectorSet& set) {
  for (const std::uint64_t head_dim : {64u, 128u, 256u}) {
    for (const std::uint64_t width : {2u, 3u, 4u}) {
      for (const auto& transform : contract::kTransforms) {
        KeyCall call;
        call.width = width;
        call.transform = transform.name;
        call.head_dim = head_dim;
        call.gain_coding = "binary16";
        const std::string name = std::string(transform.name) + "-d" + std::to_string(head_dim) +
                                 "-w" + std::to_string(width);
        add_pair(set, kProduction, name, "a head size and width of real models.", call,
                 gaussian_like(head_dim + width, head_dim), false);
      }
    }
  }
  // One round of a one-hot row puts all coordinates at distance 1: 2 bits lose 0.2605 of the
  // energy.
  for (const std::uint64_t width : {2u, 3u, 4u}) {
    KeyCall call;
    call.width = width;
    call.head_dim = 128;
    add_pair(set, kCore, "one-hot-d128-w" + std::to_string(width),
             "the worst case of one round, all coordinates at distance 1.", call,
             named_rows(128)[2].words, false);
  }
  for (const NamedRow& row : named_rows(128)) {
    if (row.name == "huge-3e37" || row.name == "one-hot") continue;
    KeyCall call;
    call.width = 3;
    call.head_dim = 128;
    call.transform = "two-rounds";
    add_pair(set, kProduction, "d128-w3-" + row.name, std::string(row.reason) + ".", call,
             row.words, false);
  }
}

void add_bulk(VectorSet& set) {
  std::uint64_t seed = 5000;
  for (const auto& transform : contract::kTransforms) {
    for (const std::uint64_t width : {2u, 3u, 4u}) {
      KeyCall call;
      call.width = width;
      call.transform = transform.name;
      call.gain_coding = "binary16";
      call.head_dim = 128;
      call.tokens = 64;
      call.kv_heads = 2;
      Record input = call.shape();
      set.add_bulk("keys/bulk.json",
                   "keys/encode-bulk-" + std::string(transform.name) + "-w" + std::to_string(width),
                   "key.encode", {"TQ-KEYS-003", "TQ-KEYS-004", "TQ-KEYS-006", "TQ-GAIN-005"},
                   "128 rows of typical coordinates, by digest.", std::move(input),
                   {{.field = "x", .name = "gaussian-like", .seed = ++seed, .count = 16384}},
                   {"gains", "rows"});
    }
  }
}

// The stage from y and g' to codes, where a value lies on a boundary or beside it.
void add_quantize(VectorSet& set) {
  for (const auto& transform : contract::kTransforms) {
    auto& vector =
        set.add(kCore, "keys/quantize-" + std::string(transform.name), "key.quantize",
                {"TQ-KEYS-003", "TQ-KEYS-004"},
                "Quotients near boundaries; a product with the reciprocal moves some of them.",
                {{"width", std::uint64_t{4}},
                 {"transform", std::string(transform.name)},
                 {"head_dim", std::uint64_t{32}},
                 {"gain", Words{{0x3fb504f3}}},
                 {"y", gaussian_like(640, 32)}});
    add_intervals(vector);
  }
  const std::uint32_t boundary = reference::codebook_boundaries(2)[2];
  set.add(kCore, "keys/quantize-boundary", "key.quantize", {"TQ-KEYS-004"},
          "With gain 1 the coordinates are boundaries and their neighbours.",
          {{"width", std::uint64_t{2}},
           {"transform", std::string("one-round")},
           {"head_dim", std::uint64_t{8}},
           {"gain", Words{{0x3f800000}}},
           {"y", Words{{boundary, neighbour(boundary, -1), neighbour(boundary, +1), 0x00000000,
                        0x80000000, 0x00000001, boundary | 0x80000000,
                        neighbour(boundary | 0x80000000, -1)}}}});
  const auto refuse = [&](const char* name, const char* reason, std::uint32_t gain,
                          std::uint32_t first, Error error) {
    set.add_refused(kCore, std::string("keys/quantize-") + name, "key.quantize", {"TQ-KEYS-003"},
                    reason,
                    {{"width", std::uint64_t{3}},
                     {"transform", std::string("two-rounds")},
                     {"head_dim", std::uint64_t{2}},
                     {"gain", Words{{gain}}},
                     {"y", Words{{first, 0x3f800000}}}},
                    error);
  };
  refuse("overflow", "A gain whose divisor overflows: no row has it.", 0x7f7fffff, 0x3f800000,
         Error::kResultOverflow);
  refuse("overflow-z", "A gain so small that a quotient overflows.", 0x00000001, 0x3f800000,
         Error::kResultOverflow);
  refuse("nan-before-sign", "A NaN in y wins over the sign of the gain.", 0xbf800000, 0x7fc00000,
         Error::kNonFiniteInput);
  refuse("negative-gain", "g' has its sign bit set.", 0x80000000, 0x3f800000, Error::kBadArgument);
  set.add(kCore, "keys/quantize-zero-gain", "key.quantize", {"TQ-KEYS-005"},
          "A gain of +0 divides nothing.",
          {{"width", std::uint64_t{3}},
           {"transform", std::string("two-rounds")},
           {"head_dim", std::uint64_t{4}},
           {"gain", Words{{0x00000000}}},
           {"y", Words{{0x3f800000, 0xbf800000, 0, 0}}}});
}

void add_encode_refusals(VectorSet& set) {
  const auto refuse = [&](const char* name, const char* requirement, const char* reason,
                          const KeyCall& call, Words x, Error error) {
    set.add_refused(kCore, std::string("keys/encode-") + name, "key.encode", {requirement}, reason,
                    call.encode_input(std::move(x)), error);
  };
  KeyCall call;
  call.head_dim = 4;
  call.tokens = 2;
  Words x = repeat(0x3f800000, 8);
  x.values[6] = 0x7fc00000;
  refuse("nan", "TQ-KEYS-007", "A NaN in the second row refuses the whole call.", call, x,
         Error::kNonFiniteInput);
  x.values[6] = 0xff800000;
  x.values[0] = 0x7f7fffff;
  x.values[1] = 0x7f7fffff;
  refuse("infinity-after-overflow", "TQ-KEYS-007",
         "An infinity in a later row wins over the overflow of an earlier one.", call, x,
         Error::kNonFiniteInput);
  refuse("binary32-overflow", "TQ-GAIN-003", "A norm above the largest binary32.", call,
         repeat(0x7f7fffff, 8), Error::kBinary32Overflow);
  refuse("length", "TQ-KEYS-001", "One element short.", call, repeat(0x3f800000, 7),
         Error::kBadLength);
  call.gain_coding = "binary16";
  refuse("binary16-overflow", "TQ-ARITH-004", "A norm of 65520 and more has no binary16.", call,
         repeat(0x47000000, 8), Error::kBinary16Overflow);
  call.width = 1;
  refuse("width-1", "TQ-KEYS-001", "Keys have 2, 3 or 4 bits.", call, repeat(0x3f800000, 8),
         Error::kBadArgument);
  call.width = 2;
  call.head_dim = 6;
  refuse("dim-6", "TQ-KEYS-001", "6 is no power of two.", call, repeat(0x3f800000, 12),
         Error::kBadArgument);
  call.head_dim = 4;
  call.layer = 4096;
  refuse("layer", "TQ-KEYS-001", "Layer 4096 is one past the last.", call, repeat(0x3f800000, 8),
         Error::kBadArgument);
  KeyCall empty;
  empty.tokens = 0;
  set.add(kCore, "keys/encode-no-tokens", "key.encode", {"TQ-KEYS-001"},
          "No tokens give empty outputs.", empty.encode_input(Words{}));
}

void add_decode_refusals(VectorSet& set) {
  KeyCall call;
  call.width = 3;
  call.head_dim = 4;
  call.gain_coding = "binary16";
  const auto refuse = [&](const char* name, const char* requirement, const char* reason,
                          Bytes gains, Bytes rows, Error error) {
    set.add_refused(kCore, std::string("keys/decode-") + name, "key.decode", {requirement}, reason,
                    call.decode_input(std::move(gains), std::move(rows)), error);
  };
  // Codes 3 3 3 3 of 3 bits: the code of zero.
  const Bytes zero_row{{0xdb, 0x06}};
  refuse("padding", "TQ-KEYS-011", "A bit behind the last code.", Bytes{{0x00, 0x3c}},
         Bytes{{0xdb, 0x16}}, Error::kPaddingBits);
  refuse("gain-before-padding", "TQ-KEYS-011", "A bad gain wins over padding bits.",
         Bytes{{0x00, 0x7c}}, Bytes{{0xdb, 0x16}}, Error::kGainNotFinite);
  refuse("gain-negative", "TQ-GAIN-006", "A gain of -1.", Bytes{{0x00, 0xbc}}, zero_row,
         Error::kGainNegative);
  refuse("zero-gain-codes", "TQ-KEYS-009", "Gain +0 with a code that is not that of zero.",
         Bytes{{0x00, 0x00}}, Bytes{{0xdb, 0x07}}, Error::kZeroGainCodes);
  refuse("rows-length", "TQ-KEYS-001", "A row of one byte where two are due.", Bytes{{0x00, 0x3c}},
         Bytes{{0xdb}}, Error::kBadLength);
  call.gain_coding = "binary32";
  call.width = 2;
  refuse("overflow", "TQ-KEYS-010", "Levels above 1 times the largest gain overflow.",
         Bytes{{0xff, 0xff, 0x7f, 0x7f}}, Bytes{{0xff}}, Error::kResultOverflow);
}

}  // namespace

void add_keys_vectors(VectorSet& set) {
  add_batches(set);
  add_named(set);
  add_production(set);
  add_bulk(set);
  add_quantize(set);
  add_encode_refusals(set);
  add_decode_refusals(set);
}

}  // namespace tq::tools
