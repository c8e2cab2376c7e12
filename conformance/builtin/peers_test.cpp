// SPDX-License-Identifier: Apache-2.0
// First contact with reality: bytes and bits that another implementation recorded
// (vectors/peers/torbuquant, provenance inside the files).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "conformance/value_text.hpp"
#include "reference/packing.hpp"
#include "reference/transform.hpp"

namespace tq::conformance {
namespace {

using reference::Binary32;

nlohmann::json read_peer_file(const std::string& name) {
  std::ifstream file("vectors/peers/torbuquant/" + name);
  return nlohmann::json::parse(file);
}

std::vector<std::uint8_t> bytes_in(const nlohmann::json& text) {
  return std::get<Bytes>(*parse_value(contract::FieldType::kBytes, text.get<std::string>())).values;
}

std::vector<Binary32> numbers_in(const nlohmann::json& text) {
  std::vector<Binary32> numbers;
  const auto words = parse_value(contract::FieldType::kWords, text.get<std::string>());
  for (const std::uint32_t word : std::get<Words>(*words).values) {
    numbers.push_back(Binary32::from_bits(word));
  }
  return numbers;
}

std::vector<bool> signs_in(const nlohmann::json& text) {
  std::vector<bool> minus;
  for (const char sign : text.get<std::string>()) minus.push_back(sign == '-');
  return minus;
}

// TQ-PACK-001
TEST(TorbuQuant, PackingOfEveryWidthEqualsTheRecordedBytes) {
  const nlohmann::json file = read_peer_file("pack.json");
  ASSERT_EQ(file["cases"].size(), 216u);
  for (const auto& recorded : file["cases"]) {
    const auto width = recorded["bits"].get<std::uint64_t>();
    const auto codes = bytes_in(recorded["values"]);
    const auto packed = reference::pack(width, codes);
    ASSERT_TRUE(packed);
    EXPECT_EQ(*packed, bytes_in(recorded["packed"])) << recorded.dump();
    const auto unpacked = reference::unpack(width, codes.size(), *packed);
    ASSERT_TRUE(unpacked);
    EXPECT_EQ(*unpacked, codes);
  }
}

// TQ-PACK-005
TEST(TorbuQuant, SignBitsEqualTheRecordedBytes) {
  const nlohmann::json file = read_peer_file("pack.json");
  ASSERT_EQ(file["sign_cases"].size(), 9u);
  for (const auto& recorded : file["sign_cases"]) {
    std::vector<Binary32> values;
    for (const bool minus : signs_in(recorded["signs"])) {
      values.push_back(Binary32::from_integer(minus ? -1 : 1));
    }
    const auto packed = reference::pack_signs(values);
    ASSERT_TRUE(packed);
    EXPECT_EQ(*packed, bytes_in(recorded["packed"])) << recorded.dump();
  }
}

enum class Clamp { kYes, kNo };

// D2 times (RN(1/sqrt(d)) times H D1 u), u = x / max(norm, 1e-12): the peer scales before D2.
std::vector<Binary32> rotate_like_the_peer(const nlohmann::json& file, const nlohmann::json& vector,
                                           Clamp clamp) {
  const Binary32 floor = Binary32::from_bits(0x2b8cbccc);  // RN(1e-12)
  Binary32 norm = numbers_in(vector["norm"]).front();
  if (clamp == Clamp::kYes && norm < floor) norm = floor;
  std::vector<Binary32> unit;
  for (const Binary32 value : numbers_in(vector["x"])) unit.push_back(value / norm);
  const reference::SignPair signs{.first = signs_in(file["signs_1"]),
                                  .second = signs_in(file["signs_2"])};
  auto y = reference::forward<Binary32>(contract::Transform::kTwoSign, signs, unit).y;
  const Binary32 scale = Binary32::from_integer(1) /
                         sqrt(Binary32::from_integer(static_cast<std::int64_t>(unit.size())));
  for (Binary32& value : y) value = value * scale;
  return y;
}

std::set<std::string> names_that_differ(const std::string& file_name, Clamp clamp) {
  const nlohmann::json file = read_peer_file(file_name);
  std::set<std::string> names;
  for (const auto& vector : file["vectors"]) {
    const auto expected = numbers_in(vector["rotated"]);
    const auto actual = rotate_like_the_peer(file, vector, clamp);
    EXPECT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size() && i < actual.size(); ++i) {
      const bool both_nan = expected[i].is_nan() && actual[i].is_nan();
      if (expected[i].bits() != actual[i].bits() && !both_nan) names.insert(vector["name"]);
    }
  }
  return names;
}

// TQ-XFORM-006
TEST(TorbuQuant, TwoSignTransformEqualsTheRecordedBits) {
  EXPECT_EQ(names_that_differ("rotated-d64.json", Clamp::kYes), std::set<std::string>{});
  EXPECT_EQ(names_that_differ("rotated-d128.json", Clamp::kYes), std::set<std::string>{});
}

// Norms below 1e-12 (and zero, which then divides 0 by 0) are where the peer's clamp shows.
TEST(TorbuQuant, OnlyTinyRowsNeedTheClampOfTheNorm) {
  const std::set<std::string> tiny = {"zero", "negzero", "tiny_1e-20", "tiny_1e-30",
                                      "subnormal_1e-40"};
  EXPECT_EQ(names_that_differ("rotated-d64.json", Clamp::kNo), tiny);
  EXPECT_EQ(names_that_differ("rotated-d128.json", Clamp::kNo), tiny);
}

}  // namespace
}  // namespace tq::conformance
