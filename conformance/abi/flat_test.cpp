// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-031: flat messages come back as they went, and no bytes are believed.
#include "conformance/abi/flat.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "conformance/abi/flat_bytes.hpp"
#include "conformance/abi/tqc_testee.h"
#include "conformance/chapters/text.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::conformance::flat {
namespace {

using contract::FieldPart;
using contract::FieldType;
using contract::find_operation;
using testing::ElementsAreArray;
using testing::HasSubstr;

Value sample(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
      return (std::uint64_t{1} << 53) - 1;
    case FieldType::kText:
      return "two-sign";
    case FieldType::kWord64:
      return Word64{0x0123456789abcdef};
    case FieldType::kWords:
      return Words{{0x3f800000, 0x80000000, 1}};
    case FieldType::kHalves:
      return Halves{{0x3c00, 0x8000, 1}};
    case FieldType::kBytes:
      break;
  }
  return Bytes{{0xba, 0xd0, 7}};
}

Record sample(const contract::Operation& operation, FieldPart part) {
  Record record;
  for (const contract::OperationField& field : operation.fields) {
    if (field.part == part) record.add(field.name, sample(field.type));
  }
  return record;
}

Answer sample_answer(const contract::Operation& operation) {
  return {.stages = sample(operation, FieldPart::kStage),
          .output = sample(operation, FieldPart::kOutput),
          .error = {}};
}

Identity sample_identity() {
  return {.name = "mine",
          .version = "1.0 beta",
          .claims = {{"packing.pack", {"bits", ""}},
                     {"score.page", {"bounds", "fma"}},
                     {"key.encode", {"bounds", "cuda-fast-math"}}},
          .target = "AVX2"};
}

std::string wrong_answer(const Message& message,
                         const contract::Operation& operation = *find_operation("packing.pack")) {
  const auto decoded = decode_answer(message, operation);
  const auto* wrong = std::get_if<WireError>(&decoded);
  return wrong == nullptr ? "nothing is wrong" : wrong->detail;
}

std::string wrong_ready(const Message& message) {
  const auto decoded = decode_ready(message);
  const auto* wrong = std::get_if<WireError>(&decoded);
  return wrong == nullptr ? "nothing is wrong" : wrong->detail;
}

TEST(Flat, CallsAndAnswersOfEveryOperationComeBack) {
  for (const contract::Operation& operation : contract::kOperations) {
    const Record input = sample(operation, FieldPart::kInput);
    const auto request = decode_request(encode_call(operation, input));
    ASSERT_TRUE(std::holds_alternative<Call>(request)) << operation.name;
    EXPECT_EQ(std::get<Call>(request).operation, &operation);
    EXPECT_EQ(std::get<Call>(request).input, input);

    const Answer answer = sample_answer(operation);
    const auto decoded = decode_answer(encode_answer(operation, answer), operation);
    ASSERT_TRUE(std::holds_alternative<Answer>(decoded)) << operation.name;
    EXPECT_EQ(std::get<Answer>(decoded), answer);
  }
}

// TQ-CONF-011: any subset of the stages.
TEST(Flat, StagesAreOptionalOneByOne) {
  const contract::Operation& operation = *find_operation("gain.norm");
  const Answer whole = sample_answer(operation);
  for (unsigned mask = 0; mask < 8; ++mask) {
    Answer some{.stages = {}, .output = whole.output, .error = {}};
    for (unsigned i = 0; i < 3; ++i) {
      const Field& stage = whole.stages.fields()[i];
      if ((mask >> i & 1) != 0) some.stages.add(stage.name, stage.value);
    }
    const Message message = encode_answer(operation, some);
    EXPECT_EQ(message[4], mask);
    EXPECT_EQ(std::get<Answer>(decode_answer(message, operation)), some);
  }
}

TEST(Flat, EveryErrorAndAReasonComeBack) {
  const contract::Operation& operation = *find_operation("packing.pack");
  for (const contract::ErrorEntry& entry : contract::kErrors) {
    const Answer answer = refuse(entry.error);
    EXPECT_EQ(std::get<Answer>(decode_answer(encode_answer(operation, answer), operation)), answer);
  }
  const NoAnswer none{Trouble::kUnsupported, "head_dim above 256"};
  const auto declined = decode_answer(encode_answer(operation, none), operation);
  EXPECT_EQ(std::get<Declined>(declined).reason, "head_dim above 256");
}

TEST(Flat, HelloAndReadyComeBack) {
  EXPECT_TRUE(std::holds_alternative<Hello>(decode_request(encode_hello())));
  const Identity identity = sample_identity();
  const auto decoded = decode_ready(encode_ready(identity));
  ASSERT_TRUE(std::holds_alternative<Ready>(decoded));
  const Identity& read = std::get<Ready>(decoded).identity;
  EXPECT_EQ(read.name, identity.name);
  EXPECT_EQ(read.version, identity.version);
  EXPECT_EQ(read.target, identity.target);
  EXPECT_EQ(read.claims, identity.claims);
}

// The example of the chapter.
TEST(Flat, CallHasTheBytesOfTheChapter) {
  const Message call = encode_call(*find_operation("packing.pack"),
                                   {{"width", std::uint64_t{3}}, {"codes", Bytes{{1, 2}}}});
  const std::string quoted =
      "02 00 00 00 02 00 00 00`, then `packing.pack` and 20 zero bytes, then "
      "`01 00 00 00 01 00 00 00 03 00 00 00 00 00 00 00`";
  EXPECT_THAT(read_chapter("conformance"), HasSubstr(quoted));
  Message expected = {2, 0, 0, 0, 2, 0, 0, 0};
  const std::string_view name = "packing.pack";
  expected.insert(expected.end(), name.begin(), name.end());
  expected.resize(40);
  expected.insert(expected.end(), {1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0});
  expected.insert(expected.end(), {6, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0});
  EXPECT_THAT(call, ElementsAreArray(expected));
}

// Every prefix and every excess of every message is refused.
TEST(Flat, TruncatedAndProlongedMessagesAreRefused) {
  const auto each_wrong_size = [](Message message, const auto& is_wrong) {
    for (std::size_t size = 0; size < message.size(); ++size) {
      EXPECT_TRUE(is_wrong(Message(message.begin(), message.begin() + static_cast<long>(size))))
          << size << " of " << message.size();
    }
    message.resize(message.size() + 8);
    EXPECT_TRUE(is_wrong(message));
  };
  for (const contract::Operation& operation : contract::kOperations) {
    const auto wrong = [&](const Message& message) {
      return std::holds_alternative<WireError>(decode_answer(message, operation));
    };
    each_wrong_size(encode_answer(operation, sample_answer(operation)), wrong);
    each_wrong_size(encode_answer(operation, NoAnswer{Trouble::kUnsupported, "why"}), wrong);
    each_wrong_size(encode_answer(operation, refuse(contract::Error::kBadLength)), wrong);
    each_wrong_size(encode_call(operation, sample(operation, FieldPart::kInput)),
                    [](const Message& message) {
                      return std::holds_alternative<WireError>(decode_request(message));
                    });
  }
  each_wrong_size(encode_ready(sample_identity()), [](const Message& message) {
    return std::holds_alternative<WireError>(decode_ready(message));
  });
}

// Any single byte changed: a message or one line, never more memory than the bytes need.
TEST(Flat, EveryChangedByteGivesAnAnswerOrALine) {
  const contract::Operation& operation = *find_operation("page.parse");
  const Message good = encode_answer(operation, sample_answer(operation));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xff}) {
      Message bad = good;
      bad[i] = static_cast<std::uint8_t>(bad[i] ^ change);
      const auto decoded = decode_answer(bad, operation);
      refused += std::holds_alternative<WireError>(decoded);
      if (const auto* wrong = std::get_if<WireError>(&decoded)) {
        EXPECT_FALSE(wrong->detail.empty());
      }
    }
  }
  EXPECT_GT(refused, good.size());
}

TEST(Flat, LyingRepliesAreNamed) {
  const contract::Operation& pack = *find_operation("packing.pack");
  const Message good = encode_answer(pack, sample_answer(pack));
  const auto with = [&](std::size_t at, std::initializer_list<int> bytes) {
    Message bad = good;
    for (const int byte : bytes) bad[at++] = static_cast<std::uint8_t>(byte);
    return wrong_answer(bad);
  };
  ASSERT_EQ(wrong_answer(good), "nothing is wrong");
  EXPECT_EQ(with(0, {9}), "a reply of kind 9 with second word 0 is no answer to a call");
  EXPECT_THAT(with(4, {1}), HasSubstr("packing.pack has 0 stages"));
  EXPECT_EQ(with(8, {4}), "output: field \"packed\" is of type 4, not 6");
  EXPECT_EQ(with(12, {0xff, 0xff, 0xff, 0xff}),
            "output: field \"packed\" is of 4294967295 bytes, and the message has 8 left");
  EXPECT_THAT(with(12, {2}), HasSubstr("padding that is not zero"));
  EXPECT_EQ(with(0, {3, 0, 0, 0, 0xe7, 3}), "error 999 is not in the error table");
  EXPECT_EQ(wrong_answer({}), "a reply of 0 bytes");

  const contract::Operation& parse = *find_operation("page.parse");
  Answer answer = sample_answer(parse);
  const auto spoil = [&](std::string_view name, Value value) {
    Record output;
    for (const Field& field : answer.output.fields()) {
      output.add(field.name, field.name == name ? value : field.value);
    }
    return wrong_answer(encode_answer(parse, Answer{{}, output, {}}), parse);
  };
  EXPECT_THAT(spoil("count", std::uint64_t{1} << 53), HasSubstr("an integer above 2^53 - 1"));
  EXPECT_THAT(spoil("transform", std::string("One Round")), HasSubstr("no name of 1 to 64"));
  EXPECT_THAT(spoil("transform", std::string("")), HasSubstr("no name of 1 to 64"));
  EXPECT_THAT(spoil("transform", std::string("a\nb")), HasSubstr("no printable ASCII"));
}

TEST(Flat, LyingReadyMessagesAreNamed) {
  const auto with = [](const auto& change) {
    Identity identity = sample_identity();
    change(identity);
    return wrong_ready(encode_ready(identity));
  };
  EXPECT_THAT(with([](Identity& it) { it.name = ""; }), HasSubstr("texts of 1 to 200 bytes"));
  EXPECT_THAT(with([](Identity& it) { it.name = std::string(201, 'x'); }),
              HasSubstr("a text of more than 200 bytes"));
  EXPECT_THAT(with([](Identity& it) { it.version = "1\x1b[2J"; }), HasSubstr("printable ASCII"));
  EXPECT_THAT(with([](Identity& it) { it.target = "AVX 2"; }), HasSubstr("target must be empty"));
  EXPECT_THAT(with([](Identity& it) {
                it.claims.insert({"packing.park", {"bits", ""}});
              }),
              HasSubstr("unknown operation \"packing.park\""));

  const Message good = encode_ready(sample_identity());
  Message bad = good;
  bad[4] = 2;
  EXPECT_EQ(wrong_ready(bad), "ready: the ABI is version 2, not 1");
  bad = good;
  std::fill_n(bad.begin() + 8, 4, std::uint8_t{0xff});
  EXPECT_THAT(wrong_ready(bad), HasSubstr("a claim is no name"));
  bad = good;
  bad[bad.size() - 4] = 6;  // profile of the last claim
  EXPECT_THAT(wrong_ready(bad), HasSubstr("the claim of score.page has class 2 and profile 6"));
  bad = good;
  bad[8] = 4;
  bad.insert(bad.end(), good.end() - 40, good.end());
  EXPECT_EQ(wrong_ready(bad), "ready claims score.page twice");
  EXPECT_EQ(wrong_ready(encode_hello()), "the first reply is not a ready message");
}

// The header says what the contract says, and stays a page that a stranger reads.
TEST(Header, AgreesWithTheContractAndIsShort) {
  std::ifstream file("conformance/abi/tqc_testee.h");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 150);
  EXPECT_EQ(TQC_INTEGER, static_cast<int>(FieldType::kInteger) + 1);
  EXPECT_EQ(TQC_TEXT, static_cast<int>(FieldType::kText) + 1);
  EXPECT_EQ(TQC_WORD64, static_cast<int>(FieldType::kWord64) + 1);
  EXPECT_EQ(TQC_WORDS, static_cast<int>(FieldType::kWords) + 1);
  EXPECT_EQ(TQC_HALVES, static_cast<int>(FieldType::kHalves) + 1);
  EXPECT_EQ(TQC_BYTES, static_cast<int>(FieldType::kBytes) + 1);
  EXPECT_EQ(contract::find_profile("ieee")->number, std::uint32_t{TQC_PROFILE_IEEE});
  EXPECT_EQ(contract::find_profile("fma")->number, std::uint32_t{TQC_PROFILE_FMA});
  EXPECT_EQ(contract::find_profile("cuda-default")->number,
            std::uint32_t{TQC_PROFILE_CUDA_DEFAULT});
  EXPECT_EQ(contract::find_profile("cuda-fast-math")->number,
            std::uint32_t{TQC_PROFILE_CUDA_FAST_MATH});
  EXPECT_EQ(contract::find_profile("tf32")->number, std::uint32_t{TQC_PROFILE_TF32});
  for (const contract::Operation& operation : contract::kOperations) {
    EXPECT_LT(operation.name.size(), std::size_t{TQC_NAME_BYTES});
  }
  std::size_t errors = 0;
  const std::regex entry("TQC_([A-Z0-9_]+) = ([0-9]{3})[,\n]");
  for (std::sregex_iterator it(text.begin(), text.end(), entry), end; it != end; ++it, ++errors) {
    std::string slug = (*it)[1];
    for (char& c : slug) c = c == '_' ? '-' : static_cast<char>(std::tolower(c));
    const auto error = contract::error_from_slug(slug);
    ASSERT_TRUE(error) << slug;
    EXPECT_EQ(std::to_string(static_cast<int>(*error)), (*it)[2]) << slug;
  }
  EXPECT_EQ(errors, std::size(contract::kErrors));
}

}  // namespace
}  // namespace tq::conformance::flat
