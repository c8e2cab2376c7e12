// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/vector_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/vectors/sample_for_test.hpp"

namespace tq::conformance {
namespace {

using ::testing::HasSubstr;

// The error of a text, or "" when it is accepted.
std::string error_of(const std::string& path, std::string_view text) {
  const auto result = read_vector_file(path, text);
  const auto* error = std::get_if<std::string>(&result);
  return error == nullptr ? "" : *error;
}

// The canonical text of the sample with one piece replaced; the piece occurs.
std::string changed(const VectorFile& file, std::string_view from, std::string_view to) {
  std::string text = write_vector_file(file);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

// TQ-VECT-003: the archive writes the documented JSON and nothing of cereal's own.
TEST(VectorJson, WritesTheDocumentedForm) {
  EXPECT_EQ(write_vector_file(sample_packing()), R"json({
  "format": 1,
  "specification": "0.1",
  "chapter": "packing",
  "vectors": [
    {
      "id": "packing/pack-three-codes",
      "operation": "packing.pack",
      "requirements": ["TQ-PACK-001", "TQ-PACK-002"],
      "reason": "a byte boundary inside a code",
      "smoke": true,
      "input": {
        "width": 3,
        "codes": "070005"
      },
      "expected": {
        "output": {
          "packed": "4701"
        }
      }
    },
    {
      "id": "packing/pack-width-nine",
      "operation": "packing.pack",
      "requirements": ["TQ-PACK-001"],
      "reason": "a width above 8 \"quoted\" and a \\",
      "input": {
        "width": 9,
        "codes": ""
      },
      "expected": {
        "error": "bad-argument"
      },
      "accept": ["bad-length"],
      "source": "hand-made"
    }
  ]
}
)json");
}

TEST(VectorJson, WritesStagesAndIntervals) {
  EXPECT_THAT(write_vector_file(sample_gain()), HasSubstr(R"json(      "expected": {
        "stages": {
          "scaled": "3f400000 3f800000",
          "sum": "3fc80000",
          "root": "3fa00000"
        },
        "output": {
          "norm": "40a00000"
        }
      },
      "intervals": [
        {
          "field": "norm",
          "profile": "ieee",
          "lower": "409fffff",
          "upper": "40a00001"
        },
)json"));
}

TEST(VectorJson, WritesFormulasAndDigests) {
  EXPECT_THAT(write_vector_file(sample_bulk()), HasSubstr(R"json(      "input": {},
      "formulas": [
        {
          "field": "values",
          "name": "gaussian-like",
          "seed": "0123456789abcdef",
          "count": 1000
        }
      ],
      "expected": {},
      "digests": [
        {
          "field": "packed",
)json"));
}

TEST(VectorJson, ReadsBackWhatItWrote) {
  for (const VectorFile& file : sample_files()) {
    const auto result = read_vector_file(file.path, write_vector_file(file));
    ASSERT_EQ(std::get_if<std::string>(&result), nullptr) << std::get<std::string>(result);
    EXPECT_EQ(std::get<VectorFile>(result).chapter, file.chapter);
    EXPECT_EQ(std::get<VectorFile>(result).vectors, file.vectors);
  }
}

TEST(VectorJson, RefusesEveryTruncation) {
  for (const VectorFile& file : sample_files()) {
    const std::string text = write_vector_file(file);
    for (std::size_t size = 0; size < text.size(); ++size) {
      EXPECT_THAT(error_of(file.path, text.substr(0, size)), HasSubstr(file.path + ": ")) << size;
    }
  }
}

TEST(VectorJson, SurvivesEveryChangedByte) {
  const std::string text = write_vector_file(sample_packing());
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char byte : {'\0', '"', '{', '9', '\xff'}) {
      std::string broken = text;
      broken[at] = byte;
      // Either a clear error or the same file: there is one text for one file.
      const auto result = read_vector_file("core/packing.json", broken);
      if (const auto* file = std::get_if<VectorFile>(&result)) {
        EXPECT_EQ(write_vector_file(*file), broken);
      } else {
        EXPECT_THAT(std::get<std::string>(result), HasSubstr("core/packing.json: "));
      }
    }
  }
}

// TQ-VECT-001 (versions), TQ-VECT-004 (text forms), TQ-VECT-006 (expected), TQ-VECT-007
// (intervals).
struct Fault {
  std::string name;
  VectorFile file;
  std::string from;
  std::string to;
  std::string error;
};

class VectorJsonFault : public ::testing::TestWithParam<Fault> {};

TEST_P(VectorJsonFault, IsNamed) {
  const Fault& fault = GetParam();
  EXPECT_EQ(error_of(fault.file.path, changed(fault.file, fault.from, fault.to)),
            fault.file.path + ": " + fault.error);
}

std::vector<Fault> faults() {
  const VectorFile packing = sample_packing();
  const VectorFile gain = sample_gain();
  const VectorFile bulk = sample_bulk();
  const std::string first = "packing/pack-three-codes: ";
  const std::string norm = "gain/norm-three-four: ";
  const std::string signs = "packing/signs-bulk: ";
  return {
      {"OtherFormat", packing, "\"format\": 1", "\"format\": 2",
       "vector format 2, this program reads 1"},
      {"OtherSpecification", packing, "\"0.1\"", "\"0.2\"",
       "of specification 0.2, this program knows 0.1"},
      {"OtherChapter", packing, "\"chapter\": \"packing\"", "\"chapter\": \"gain\"",
       "chapter is \"gain\", the path says \"packing\""},
      {"WrongPrefix", packing, "packing/pack-three-codes", "gain/pack-three-codes",
       "gain/pack-three-codes: the id is not \"packing/\" and a name of a-z 0-9 with single "
       "hyphens"},
      {"UnknownOperation", packing, "packing.pack", "packing.wrap",
       first + "input: operation \"packing.wrap\" is unknown"},
      {"FieldOfAnother", packing, "\"width\"", "\"count\"",
       first + "input/count: not such a field of packing.pack"},
      {"IntegerAsText", packing, "\"width\": 3", "\"width\": \"3\"",
       first + "input/width: not an integer from 0 to 2^53 - 1"},
      {"IntegerTooLarge", packing, "\"width\": 3", "\"width\": 9007199254740992",
       first + "input/width: not an integer from 0 to 2^53 - 1"},
      {"UppercaseHex", packing, "070005", "07000A",
       first + "input/codes: not the text form of bytes"},
      {"MissingField", packing, "\"width\": 3,\n", "\n",
       first + "input/codes: stands where width belongs"},
      {"NoRequirement", packing, "[\"TQ-PACK-001\", \"TQ-PACK-002\"]", "[]",
       first + "requirements: none is named"},
      {"MalformedRequirement", packing, "TQ-PACK-002", "TQ-PACK-2",
       first + "requirements: \"TQ-PACK-2\" is not of the form TQ-PACK-002"},
      {"SameRequirementTwice", packing, "TQ-PACK-002", "TQ-PACK-001",
       first + "requirements: TQ-PACK-001 is named twice"},
      {"ShortReason", packing, "a byte boundary inside a code", "boundary",
       first + "reason: 8 characters, 10 to 200 are allowed"},
      {"ModalReason", packing, "a byte boundary", "a code may cross",
       first + "reason: \"may\" belongs into the text, not into a reason"},
      {"SmokeFalse", packing, "true", "false",
       "line 11 is not in the canonical form that `tqc gen` writes"},
      {"SmokeOne", packing, "true", "1", first + "smoke: not true or false"},
      {"UnknownError", packing, "bad-argument", "bad-luck",
       "packing/pack-width-nine: expected: \"bad-luck\" is not an error"},
      {"AcceptTwice", packing, "[\"bad-length\"]", "[\"bad-argument\"]",
       "packing/pack-width-nine: accept: bad-argument is named twice"},
      {"ErrorAndOutput", packing, "\"output\": {\n          \"packed\": \"4701\"\n        }",
       "\"error\": \"bad-argument\", \"output\": {\n          \"packed\": \"4701\"\n        }",
       first + "expected: an error and a result"},
      {"UnknownMember", packing, "\"smoke\": true,", "\"smoke\": true, \"colour\": 1,",
       "line 11 is not in the canonical form that `tqc gen` writes"},
      {"DuplicateKey", packing, "\"width\": 3,", "\"width\": 3, \"width\": 3,",
       "duplicate key \"width\""},
      {"IdsDoNotAscend", packing, "packing/pack-width-nine", "packing/pack-nine",
       "packing/pack-nine: ids do not ascend"},
      {"MissingStage", gain, "\"sum\": \"3fc80000\",", "",
       norm + "expected/stages/root: stands where sum belongs"},
      {"ValueOutsideInterval", gain, "409fffff", "40a00001",
       norm + "intervals/norm/ieee: element 0 lies outside its own interval"},
      {"IntervalTooLong", gain, "409fffff", "409fffff 409fffff",
       norm + "intervals/norm/ieee: 2 lower and 1 upper bounds for 1 elements"},
      {"IntervalOfInput", gain, "\"field\": \"norm\"", "\"field\": \"x\"",
       norm + "intervals/x/ieee: not a stage or output field of words or bytes"},
      {"UnknownProfile", gain, "\"ieee\"", "\"sloppy\"",
       norm + "intervals/norm: \"sloppy\" is not a profile"},
      {"SameIntervalTwice", gain, "\"fma\"", "\"ieee\"", norm + "intervals/norm/ieee: named twice"},
      {"NanBound", gain, "40a00001", "7fc00000",
       norm + "intervals/norm/ieee: element 0 has a NaN as bound"},
      {"UnknownFormula", bulk, "gaussian-like", "uniform-like",
       signs + "formulas/values: \"uniform-like\" of 1000 words is not a formula"},
      {"FormulaOfNoWords", bulk, "\"count\": 1000", "\"count\": 0",
       signs + "formulas/values: \"gaussian-like\" of 0 words is not a formula"},
      {"DigestOfNoOutput", bulk, "\"field\": \"packed\"", "\"field\": \"values\"",
       signs + "digests/values: not an output field"},
      {"DigestTooShort", bulk, "aaaa", "", signs + "digests/packed: not 64 lowercase hex digits"},
  };
}

INSTANTIATE_TEST_SUITE_P(Files, VectorJsonFault, ::testing::ValuesIn(faults()),
                         [](const auto& tested) { return tested.param.name; });

TEST(VectorJson, RefusesPathsOutsideTheFoldersOfChapters) {
  const std::string text = write_vector_file(sample_packing());
  for (const std::string path : {"packing.json", "core/overview.json", "core/packing.txt",
                                 "packing/../packing.json", "core/packing/x.json"}) {
    EXPECT_EQ(error_of(path, text), path + ": not the path of a vector file");
  }
}

TEST(VectorJson, RefusesAFileWithoutVectors) {
  EXPECT_EQ(error_of("core/packing.json", write_vector_file({"core/packing.json", "packing", {}})),
            "core/packing.json: no vectors");
}

}  // namespace
}  // namespace tq::conformance
