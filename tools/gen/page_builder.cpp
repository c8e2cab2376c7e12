// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/page_builder.hpp"

#include <algorithm>

#include "reference/keys.hpp"
#include "tools/gen/inputs.hpp"

namespace tq::tools {

reference::Page build_page(const PagePlan& plan) {
  reference::Page page;
  page.fields = {.layer = plan.layer,
                 .kv_heads = plan.kv_heads,
                 .key_dim = plan.key_dim,
                 .capacity = plan.capacity,
                 .count = plan.count,
                 .first_position = plan.first_position,
                 .seed = plan.seed,
                 .key_mode = plan.key_mode,
                 .transform = plan.transform,
                 .gain_coding = plan.gain_coding,
                 .identity = {}};
  for (std::size_t i = 0; i < page.fields.identity.size(); ++i) {
    page.fields.identity[i] = static_cast<std::uint8_t>(0xa0 + i);
  }
  std::vector<reference::Binary32> x;
  const auto elements = static_cast<std::size_t>(plan.count * plan.kv_heads * plan.key_dim);
  if (elements > 0) {
    for (const std::uint32_t word : gaussian_like(plan.seed, elements).values) {
      x.push_back(reference::Binary32::from_bits(word));
    }
  }
  if (plan.with_zero_row) {
    std::fill_n(x.begin(), static_cast<std::size_t>(plan.key_dim), reference::Binary32());
  }
  auto keys = reference::encode_keys(reference::key_shape(page.fields), x);
  page.gains = std::move(keys->gains);
  page.rows = std::move(keys->rows);
  return page;
}

std::vector<std::uint8_t> build_bytes(const PagePlan& plan) {
  return *reference::write_page(build_page(plan));
}

void reseal(std::vector<std::uint8_t>& page) {
  const std::uint32_t crc = reference::page_crc(page);
  for (std::size_t i = 0; i < contract::kCrc.size; ++i) {
    page[contract::kCrc.offset + i] = static_cast<std::uint8_t>(crc >> (8 * i));
  }
}

}  // namespace tq::tools
