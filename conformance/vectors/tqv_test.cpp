// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/tqv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/meaning.hpp"
#include "conformance/vectors/sample_for_test.hpp"

namespace tq::conformance {
namespace {

using ::testing::HasSubstr;

std::vector<VectorFile> flat_files() { return {sample_gain(), sample_packing()}; }

std::string error_of(std::string_view bytes) {
  const auto result = read_tqv(bytes);
  const auto* error = std::get_if<std::string>(&result);
  return error == nullptr ? "" : *error;
}

// TQ-VECT-009, written out by hand from the chapter.
TEST(Tqv, WritesTheDocumentedBytes) {
  const std::vector<VectorFile> files = {{"core/packing.json", "packing", {sample_success()}}};
  using namespace std::string_literals;
  const std::string vector =
      "\x18\0packing/pack-three-codes"s
      "\x0c\0packing.pack"s
      "\x1d\0"s
      "a byte boundary inside a code"s
      "\0\0"s
      "\x02\0\x0b\0TQ-PACK-001\x0b\0TQ-PACK-002"s
      "\x01"s
      "\x02\0"s
      "\x05\0width\x01\x03\0\0\0\0\0\0\0"s
      "\x05\0codes\x06\x03\0\0\0\x07\0\x05"s
      "\0\0"s
      "\x01\0\x06\0packed\x06\x02\0\0\0\x47\x01"s
      "\0\0"s;
  const std::string header = "TQVF\x01\0\0\0\x01\0\0\0\x03\0"s + "0.1"s;
  const std::string size = {static_cast<char>(vector.size()), 0, 0, 0};
  EXPECT_EQ(write_tqv(files), header + size + vector);
}

TEST(Tqv, ReadsBackWhatItWrote) {
  const auto result = read_tqv(write_tqv(flat_files()));
  ASSERT_EQ(std::get_if<std::string>(&result), nullptr) << std::get<std::string>(result);
  std::vector<Vector> expected;
  for (const VectorFile& file : flat_files()) {
    expected.insert(expected.end(), file.vectors.begin(), file.vectors.end());
  }
  EXPECT_EQ(std::get<std::vector<Vector>>(result), expected);
  EXPECT_EQ(meaning_of(std::get<std::vector<Vector>>(result)), meaning_of(expected));
}

TEST(Tqv, RefusesEveryTruncation) {
  const std::string bytes = write_tqv(flat_files());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(error_of(std::string_view(bytes).substr(0, size)), HasSubstr("byte ")) << size;
  }
}

TEST(Tqv, SurvivesEveryChangedByte) {
  const std::string bytes = write_tqv(flat_files());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char byte : {'\0', '\x01', '\x7f', '\xff'}) {
      std::string broken = bytes;
      broken[at] = byte;
      const auto result = read_tqv(broken);
      // A change that leaves a legal file stays visible in what is read.
      if (const auto* vectors = std::get_if<std::vector<Vector>>(&result)) {
        EXPECT_EQ(write_tqv(std::vector<VectorFile>{{"", "", *vectors}}), broken) << at;
      }
    }
  }
}

TEST(Tqv, NamesWhatIsWrong) {
  const std::string bytes = write_tqv(flat_files());
  std::string broken = bytes;
  broken[0] = 'X';
  EXPECT_EQ(error_of(broken), "byte 4: the magic is not TQVF");
  broken = bytes;
  broken[4] = 2;
  EXPECT_EQ(error_of(broken), "byte 8: vector format 2, this program reads 1");
  EXPECT_EQ(error_of(bytes + "x"),
            "byte " + std::to_string(bytes.size()) + ": bytes after the last vector");
}

// TQ-VECT-014
TEST(Meaning, HasOneLineForEachLeaf) {
  EXPECT_EQ(meaning_of(sample_packing().vectors),
            "packing/pack-three-codes\toperation\tpacking.pack\n"
            "packing/pack-three-codes\trequirement\tTQ-PACK-001\n"
            "packing/pack-three-codes\trequirement\tTQ-PACK-002\n"
            "packing/pack-three-codes\treason\ta byte boundary inside a code\n"
            "packing/pack-three-codes\tsmoke\ttrue\n"
            "packing/pack-three-codes\tinput/width\t3\n"
            "packing/pack-three-codes\tinput/codes\t070005\n"
            "packing/pack-three-codes\toutput/packed\t4701\n"
            "packing/pack-width-nine\toperation\tpacking.pack\n"
            "packing/pack-width-nine\trequirement\tTQ-PACK-001\n"
            "packing/pack-width-nine\treason\ta width above 8 \"quoted\" and a \\\n"
            "packing/pack-width-nine\tinput/width\t9\n"
            "packing/pack-width-nine\tinput/codes\t\n"
            "packing/pack-width-nine\terror\tbad-argument\n"
            "packing/pack-width-nine\taccept\tbad-length\n"
            "packing/pack-width-nine\tsource\thand-made\n");
  EXPECT_THAT(meaning_of(sample_bulk().vectors),
              HasSubstr("\tformula/values\tgaussian-like 0123456789abcdef 1000\n"));
  EXPECT_THAT(meaning_of(sample_gain().vectors),
              HasSubstr("\tinterval/norm/ieee/lower\t409fffff\n"));
}

}  // namespace
}  // namespace tq::conformance
