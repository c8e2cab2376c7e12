// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/vector_set.hpp"

#include <gtest/gtest.h>

#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/vector_json.hpp"

namespace tq::tools {
namespace {

using conformance::Answer;
using conformance::Bytes;
using conformance::Record;
using conformance::Words;

// Stands for the reference: packing succeeds with the codes themselves, width 9 is refused.
Answer perform(const contract::Operation& operation, const Record& input) {
  Answer answer;
  if (operation.name == "packing.pack_signs") {
    answer.output = {{"packed", Bytes{{static_cast<std::uint8_t>(input.words("values").size())}}}};
  } else if (operation.name == "page.parse" || input.integer("width") == 9) {
    answer.error = contract::Error::kBadArgument;
    if (operation.name == "page.parse") answer.error = contract::Error::kBadLayer;
  } else {
    answer.output = {{"packed", Bytes{input.bytes("codes")}}};
  }
  return answer;
}

VectorSet make_set() { return VectorSet({"packing/old"}, perform, {}); }

Record codes(std::uint64_t width) { return {{"codes", Bytes{{1, 2}}}, {"width", width}}; }

// The message of the DefinitionError that `define` throws, "" when it throws none.
template <class Define>
std::string error_of(const Define& define) {
  VectorSet set = make_set();
  try {
    define(set);
  } catch (const DefinitionError& error) {
    return error.what();
  }
  return "";
}

TEST(VectorSetTest, SortsFilesIdsAndFields) {
  VectorSet set = make_set();
  set.add("packing/wide.json", "packing/b", "packing.pack", {"TQ-PACK-001"}, "the second one",
          codes(3));
  set.add("core/packing.json", "packing/d", "packing.pack", {"TQ-PACK-001"}, "the fourth one",
          codes(3));
  auto& vector = set.add("core/packing.json", "packing/c", "packing.pack", {"TQ-PACK-001"},
                         "the third one", codes(3));
  vector.smoke = true;
  const auto files = set.files();
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, "core/packing.json");
  EXPECT_EQ(files[0].chapter, "packing");
  ASSERT_EQ(files[0].vectors.size(), 2U);
  EXPECT_EQ(files[0].vectors[0].id, "packing/c");
  EXPECT_TRUE(files[0].vectors[0].smoke);
  EXPECT_EQ(files[0].vectors[0].input.fields()[0].name, "width");
  EXPECT_EQ(files[0].vectors[0].expected.output.bytes("packed"), (std::vector<std::uint8_t>{1, 2}));
}

// TQ-VECT-002: not even the order of the definitions shows.
// TQ-VECT-002
TEST(VectorSetTest, DoesNotDependOnTheOrderOfDefinitions) {
  const auto text = [](std::vector<std::string> ids) {
    VectorSet set = make_set();
    for (const std::string& id : ids) {
      set.add("core/packing.json", id, "packing.pack", {"TQ-PACK-001"}, "one of three", codes(3));
    }
    return conformance::write_vector_file(set.files().at(0));
  };
  EXPECT_EQ(text({"packing/a", "packing/b", "packing/c"}),
            text({"packing/c", "packing/a", "packing/b"}));
}

TEST(VectorSetTest, KeepsRefusalsAndInvalidPages) {
  VectorSet set = make_set();
  set.add_refused("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-003"},
                  "a width above 8", codes(9), contract::Error::kBadArgument);
  set.add_invalid_page("layer-4096", {"TQ-PAGE-001"}, "one above the highest layer", Bytes{{1}},
                       contract::Error::kBadLayer);
  const auto files = set.files();
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].vectors[0].expected.error, contract::Error::kBadArgument);
  EXPECT_EQ(files[1].path, "page/invalid/header/layer-4096.json");
  EXPECT_EQ(files[1].vectors[0].id, "page/invalid-layer-4096");
}

// TQ-VECT-010, TQ-VECT-012
TEST(VectorSetTest, ExpandsFormulasAndKeepsDigests) {
  VectorSet set = make_set();
  const auto& vector =
      set.add_bulk("packing/bulk.json", "packing/bulk", "packing.pack_signs", {"TQ-PACK-005"},
                   "many signs at once", {}, {{"values", "gaussian-like", 7, 40}}, {"packed"});
  EXPECT_TRUE(vector.input.empty());
  EXPECT_TRUE(vector.expected.output.empty());
  ASSERT_EQ(vector.digests.size(), 1U);
  EXPECT_EQ(vector.digests[0].sha256, conformance::digest_of(Bytes{{40}}));
}

TEST(VectorSetTest, RefusesWhatTheReferenceContradicts) {
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                      "a width above 8", codes(9));
            }),
            "packing/a: the reference refuses with bad-argument");
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add_refused("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                              "a legal width", codes(3), contract::Error::kBadArgument);
            }),
            "packing/a: the reference succeeds, the definition says bad-argument");
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add_recorded("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                               "bytes of a peer", codes(3), {{"packed", Bytes{{1, 3}}}}, "a peer");
            }),
            "packing/a: output/packed: the reference gives 0102, recorded is 0103");
}

TEST(VectorSetTest, RefusesBadIds) {
  EXPECT_EQ(error_of([](VectorSet& set) {
              for (int i = 0; i < 2; ++i) {
                set.add("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                        "the same twice", codes(3));
              }
            }),
            "packing/a: defined twice");
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add("core/packing.json", "packing/old", "packing.pack", {"TQ-PACK-001"},
                      "an id of the past", codes(3));
            }),
            "packing/old: a retired id is never used again");
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add("core/keys.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                      "in a foreign file", codes(3));
            }),
            "packing/a: the id is not \"keys/\" and a name of a-z 0-9 with single hyphens");
}

TEST(VectorSetTest, RefusesFieldsOutsideTheTable) {
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add("core/packing.json", "packing/a", "packing.wrap", {"TQ-PACK-001"},
                      "no such operation", codes(3));
            }),
            "packing/a: operation \"packing.wrap\" is unknown");
  EXPECT_EQ(error_of([](VectorSet& set) {
              set.add("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                      "a field is missing", {{"codes", Bytes{}}});
            }),
            "packing/a: input/width: integer is missing");
  EXPECT_EQ(error_of([](VectorSet& set) {
              Record input = codes(3);
              input.add("colour", std::uint64_t{1});
              set.add("core/packing.json", "packing/a", "packing.pack", {"TQ-PACK-001"},
                      "a field too many", input);
            }),
            "packing/a: input/colour: not a field of packing.pack here");
}

}  // namespace
}  // namespace tq::tools
