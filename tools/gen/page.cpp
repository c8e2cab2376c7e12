// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "conformance/builtin/reference/reference.hpp"
#include "tools/gen/chapters.hpp"
#include "tools/gen/inputs.hpp"
#include "tools/gen/invalid_pages.hpp"
#include "tools/gen/page_builder.hpp"

namespace tq::tools {

using conformance::Bytes;
using conformance::page_record;
using conformance::Record;
using contract::Error;

namespace {

constexpr auto kCore = "core/page.json";

void add_round_trip(VectorSet& set, const std::string& file, const std::string& name,
                    const std::string& reason, const PagePlan& plan) {
  set.add(file, "page/write-" + name, "page.write",
          {"TQ-PAGE-001", "TQ-PAGE-002", "TQ-PAGE-003", "TQ-PAGE-004", "TQ-PAGE-005", "TQ-PAGE-006",
           "TQ-PAGE-007"},
          "Write: " + reason, page_record(build_page(plan)));
  set.add(file, "page/parse-" + name, "page.parse",
          {"TQ-PAGE-002", "TQ-PAGE-004", "TQ-PAGE-008", "TQ-PAGE-012"}, "Parse: " + reason,
          {{"page", Bytes{build_bytes(plan)}}});
}

void add_round_trips(VectorSet& set) {
  for (const auto& mode : contract::kKeyModes) {
    for (const auto& coding : contract::kGainCodings) {
      PagePlan plan;
      plan.key_mode = mode.value;
      plan.gain_coding = coding.value;
      add_round_trip(set, kCore, std::string(mode.name) + "-" + std::string(coding.name),
                     "every key mode with every gain coding, one token slot unused.", plan);
    }
  }
  for (const auto& transform : contract::kTransforms) {
    PagePlan plan;
    plan.transform = transform.value;
    plan.capacity = plan.count = 1;
    add_round_trip(set, kCore, "one-token-" + std::string(transform.name),
                   "a page of one token with each transform.", plan);
  }
  PagePlan empty;
  empty.count = 0;
  add_round_trip(set, kCore, "empty", "a page without tokens still tells its geometry.", empty);
  PagePlan zero_row;
  zero_row.with_zero_row = true;
  add_round_trip(set, kCore, "zero-row", "a row of zeros beside others.", zero_row);
  PagePlan smallest;
  smallest.key_dim = 2;
  smallest.kv_heads = 1;
  add_round_trip(set, kCore, "smallest-dim", "rows of 6 bits, so that each has padding bits.",
                 smallest);
  PagePlan edges;
  edges.layer = 4095;
  edges.first_position = 0x7fffffff - edges.count;
  edges.seed = 0xffffffffffffffff;
  add_round_trip(set, kCore, "largest-fields", "layer, position and seed at their largest.", edges);
  PagePlan production;
  production.key_mode = contract::KeyMode::kLloydMax4;
  production.key_dim = 128;
  production.kv_heads = 8;
  production.capacity = 32;
  production.count = 32;
  add_round_trip(set, "page/production.json", "d128-h8-p32", "the shape of a real model.",
                 production);
}

void add_write_refusals(VectorSet& set) {
  const auto refuse = [&](const char* name, const char* requirement, const char* reason,
                          const reference::Page& page, Error error) {
    set.add_refused(kCore, std::string("page/write-") + name, "page.write", {requirement}, reason,
                    page_record(page), error);
  };
  const reference::Page good = build_page({});
  reference::Page page = good;
  page.fields.capacity = 2;
  refuse("count-above-capacity", "TQ-PAGE-007", "Three tokens do not fit two slots.", page,
         Error::kBadArgument);
  page = good;
  page.fields.kv_heads = 257;
  refuse("kv-heads-257", "TQ-PAGE-007", "257 KV heads are one more than a page has.", page,
         Error::kBadArgument);
  page = good;
  page.fields.first_position = 0x80000000;
  refuse("position", "TQ-PAGE-007", "A first position above the largest.", page,
         Error::kBadArgument);
  page = good;
  page.rows.pop_back();
  refuse("rows-length", "TQ-PAGE-007", "One byte of the rows is missing.", page, Error::kBadLength);
  page = good;
  page.gains[1] = 0x7c;
  page.gains[0] = 0x00;
  refuse("gain-infinity", "TQ-PAGE-007", "A writer never emits what a reader rejects.", page,
         Error::kGainNotFinite);
  page = good;
  page.gains[0] = page.gains[1] = 0;
  refuse("zero-gain-codes", "TQ-PAGE-011", "Gain +0 over codes that are not zero.", page,
         Error::kZeroGainCodes);
  PagePlan narrow;
  narrow.key_dim = 2;
  page = build_page(narrow);
  page.rows[0] |= 0x80;
  refuse("row-padding", "TQ-PAGE-005", "A bit behind the last code of a row.", page,
         Error::kRowPaddingNonzero);
}

}  // namespace

void add_page_vectors(VectorSet& set) {
  add_round_trips(set);
  add_write_refusals(set);
  add_invalid_pages(set);
}

}  // namespace tq::tools
