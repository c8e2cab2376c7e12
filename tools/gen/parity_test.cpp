// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/builtin/reference/reference.hpp"
#include "tools/gen/chapters.hpp"

namespace tq::tools {
namespace {

using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::string kPack =
    R"({"operation": "packing.pack", "requirements": ["TQ-PACK-001"],)"
    R"( "reason": "three codes of 3 bits", "input": {"width": 3, "codes": "070005"}})";
const std::string kRefused =
    R"({"operation": "codebook.table", "requirements": ["TQ-CODE-001"],)"
    R"( "reason": "no table has width 9", "input": {"width": 9}, "error": "bad-argument"})";

// The vectors of the definitions, or the one line that refuses them.
std::variant<std::vector<conformance::VectorFile>, std::string> vectors_of(
    const conformance::Tree& definitions) {
  VectorSet set({}, conformance::perform_with_reference, {});
  try {
    add_parity_vectors(set, definitions);
  } catch (const DefinitionError& error) {
    return error.what();
  }
  return set.files();
}

TEST(ParityDefinitions, BecomeVectorsWithTheAnswerOfTheReference) {
  const auto result = vectors_of({{"codes-of-3.json", kPack}, {"width-9.json", kRefused}});
  ASSERT_EQ(result.index(), 0u) << std::get<1>(result);
  const auto& files = std::get<0>(result);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "codebook/parity.json");
  EXPECT_EQ(files[0].vectors[0].id, "codebook/parity-width-9");
  EXPECT_EQ(files[0].vectors[0].expected.error, contract::Error::kBadArgument);
  EXPECT_EQ(files[1].path, "packing/parity.json");
  EXPECT_EQ(files[1].vectors[0].id, "packing/parity-codes-of-3");
  EXPECT_EQ(files[1].vectors[0].expected.output.bytes("packed"),
            (std::vector<std::uint8_t>{0x47, 0x01}));
}

TEST(ParityDefinitions, AreRefusedWithTheFileAndTheReason) {
  const auto fault = [](const char* path, const std::string& text) {
    const auto result = vectors_of({{path, text}});
    return result.index() == 0 ? std::string() : std::get<1>(result);
  };
  EXPECT_THAT(fault("a.json", kPack), IsEmpty());
  EXPECT_EQ(fault("notes.txt", kPack), "tools/gen/parity/notes.txt: not a .json file");
  EXPECT_THAT(fault("a.json", "{"), StartsWith("tools/gen/parity/a.json: "));
  EXPECT_THAT(fault("Upper.json", kPack), StartsWith("packing/parity-Upper: "));
  std::string other_error = kRefused;
  other_error.replace(other_error.find("bad-argument"), 12, "bad-length");
  EXPECT_THAT(fault("a.json", other_error), StartsWith("codebook/parity-a: the reference refuses"));
}

}  // namespace
}  // namespace tq::tools
