// SPDX-License-Identifier: Apache-2.0
// One key row through both implementations: the same bytes.
#include <bit>
#include <cstdint>
#include <iostream>
#include <vector>

#include "optimized/keys.hpp"
#include "optimized/target.hpp"
#include "reference/keys.hpp"

int main() {
  constexpr std::uint64_t kHeadDim = 64;
  constexpr auto kTransform = tq::contract::Transform::kTwoRounds;
  constexpr auto kCoding = tq::contract::GainCoding::kBinary16;
  std::vector<float> x;
  std::vector<tq::reference::Binary32> exact;
  for (std::uint64_t i = 0; i < kHeadDim; ++i) {
    x.push_back(static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 8);
    exact.push_back(tq::reference::Binary32::from_bits(std::bit_cast<std::uint32_t>(x.back())));
  }
  tq::reference::KeyShape shape;
  shape.width = 4;
  shape.transform = kTransform;
  shape.gain_coding = kCoding;
  shape.head_dim = kHeadDim;
  shape.tokens = 1;
  shape.kv_heads = 1;
  shape.seed = 7;
  const auto expected = tq::reference::encode_keys(shape, exact);
  const auto actual = tq::optimized::encode_keys(*tq::optimized::usable_targets().front(),
                                                 {.width = 4,
                                                  .transform = kTransform,
                                                  .gain_coding = kCoding,
                                                  .head_dim = kHeadDim,
                                                  .kv_heads = 1,
                                                  .layer = 0,
                                                  .seed = 7},
                                                 1, x);
  if (!expected || !actual || expected->rows.size() != 32) return 1;
  if (expected->rows != actual->rows || expected->gains != actual->gains) return 1;
  std::cout << expected->rows.size() << " bytes agree\n";
}
