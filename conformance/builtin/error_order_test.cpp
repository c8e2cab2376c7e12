// SPDX-License-Identifier: Apache-2.0
// Calls with two faults: the order of TQ-CONF-023 decides. Golden negative vectors hold one fault
// each, so the order among several is tested here.
#include <gtest/gtest.h>

#include "conformance/builtin/optimized/optimized.hpp"
#include "conformance/builtin/reference/reference.hpp"
#include "optimized/target.hpp"

namespace tq::conformance {
namespace {

using contract::Error;

// The error of the reference; the fast implementation must find the same on every target.
std::optional<Error> error_of(std::string_view name, const Record& input) {
  const contract::Operation& operation = *contract::find_operation(name);
  const auto error = perform_with_reference(operation, input).error;
  for (const optimized::Kernels* kernels : optimized::usable_targets()) {
    const Reply reply = make_optimized_testee(*kernels)->call(operation, input);
    EXPECT_EQ(std::get<Answer>(reply).error, error) << name << " on " << kernels->target;
  }
  return error;
}

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kNan = 0x7fc00000;

// TQ-CONF-023
TEST(ErrorOrder, ArgumentsComeBeforeLengths) {
  EXPECT_EQ(error_of("arithmetic.evaluate",
                     {{"operator", std::string("modulo")}, {"a", Words{{kOne}}}, {"b", Words{}}}),
            Error::kBadArgument);
  EXPECT_EQ(
      error_of("packing.unpack",
               {{"width", std::uint64_t{9}}, {"count", std::uint64_t{8}}, {"packed", Bytes{}}}),
      Error::kBadArgument);
}

// TQ-CONF-023
TEST(ErrorOrder, LengthsComeBeforeNumbers) {
  EXPECT_EQ(error_of("arithmetic.dot", {{"a", Words{{kNan}}}, {"b", Words{}}}), Error::kBadLength);
  EXPECT_EQ(error_of("transform.forward", {{"transform", std::string("one-round")},
                                           {"head_dim", std::uint64_t{2}},
                                           {"signs_1", Bytes{{0}}},
                                           {"signs_2", Bytes{}},
                                           {"x", Words{{kNan}}}}),
            Error::kBadLength);
}

// TQ-CONF-023
TEST(ErrorOrder, PaddingComesBeforeNumbers) {
  EXPECT_EQ(error_of("transform.forward", {{"transform", std::string("one-round")},
                                           {"head_dim", std::uint64_t{2}},
                                           {"signs_1", Bytes{{4}}},
                                           {"signs_2", Bytes{}},
                                           {"x", Words{{kNan, kOne}}}}),
            Error::kPaddingBits);
}

// TQ-CONF-023
TEST(ErrorOrder, NonFiniteComesBeforeTheDomain) {
  EXPECT_EQ(error_of("gain.store", {{"gain_coding", std::string("binary16")},
                                    {"norms", Words{{0xbf800000, kNan}}}}),
            Error::kNonFiniteInput);
  EXPECT_EQ(error_of("arithmetic.evaluate", {{"operator", std::string("square-root")},
                                             {"a", Words{{0xbf800000, kNan}}},
                                             {"b", Words{}}}),
            Error::kNonFiniteInput);
}

// TQ-CONF-023: the first element in the order of the list.
TEST(ErrorOrder, TheFirstElementDecides) {
  EXPECT_EQ(error_of("gain.load", {{"gain_coding", std::string("binary16")},
                                   {"stored", Bytes{{0x00, 0x80, 0x00, 0x7c}}}}),
            Error::kGainNegative);
  EXPECT_EQ(error_of("gain.load", {{"gain_coding", std::string("binary16")},
                                   {"stored", Bytes{{0x00, 0x7c, 0x00, 0x80}}}}),
            Error::kGainNotFinite);
}

// TQ-PAGE-007, TQ-CONF-023
TEST(ErrorOrder, OfPageWriteChecksFieldsBeforeTheIdentity) {
  const Record input = {{"key_mode", std::string("lloyd-max-2")},
                        {"transform", std::string("one-round")},
                        {"gain_coding", std::string("binary32")},
                        {"layer", std::uint64_t{4096}},
                        {"kv_heads", std::uint64_t{1}},
                        {"key_dim", std::uint64_t{2}},
                        {"capacity", std::uint64_t{1}},
                        {"count", std::uint64_t{0}},
                        {"first_position", std::uint64_t{0}},
                        {"seed", Word64{0}},
                        {"identity", Bytes{}},
                        {"gains", Bytes{}},
                        {"rows", Bytes{}}};
  EXPECT_EQ(error_of("page.write", input), Error::kBadArgument);
}

}  // namespace
}  // namespace tq::conformance
