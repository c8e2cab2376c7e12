// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-052, TQ-CONF-053: answers that follow the shape of the batch, with the fewest rows that
// show it.
#include "conformance/determinism/batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/determinism/examined_for_test.hpp"
#include "conformance/determinism/report.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;

// From `least` tokens on another order of a sum changes the last bit of the last row.
TEST(DeterminismOfBatches, ABatchDependentSumIsABatchFaultOfTheFewestRows) {
  for (const std::size_t least : {2u, 3u, 4u, 5u}) {
    Altered testee([&](const contract::Operation& operation, const Record& input, Reply reply) {
      if (operation.name != "key.encode" || !is_answer(reply)) return reply;
      if (std::get<Answer>(reply).error || integer(input, "tokens") < least) return reply;
      const std::size_t row = (integer(input, "tokens") - 1) * integer(input, "kv_heads");
      return flip_bit(std::move(reply), "z", row * integer(input, "head_dim") + 1);
    });
    const Determinism result = examined(testee, "key.*", Tier::kAll);
    EXPECT_EQ(verdicts(result, "key.encode"), "repeat pass, batch fail, order pass");
    const Counterexample& found = example(result, "key.encode", Invariance::kBatch);
    EXPECT_EQ(found.rows, least);
    EXPECT_TRUE(found.is_smallest);
    EXPECT_EQ(found.along, "token");
    EXPECT_EQ(found.whole->input->integer("tokens"), least);
    EXPECT_EQ(found.call.input->integer("tokens"), 1u);
    EXPECT_EQ(describe_place(found.difference), "token 0, kv_head 0, coordinate 1 (element 1)");
    expect_others_steady(result, "key.encode");
  }
}

// The KV heads of a launch share a reduction: only prefixes of heads can show it.
TEST(DeterminismOfBatches, ABatchOfHeadsIsCutFromItsEnd) {
  Altered testee([](const contract::Operation& operation, const Record& input, Reply reply) {
    if (operation.name != "key.decode" || integer(input, "kv_heads") < 3) return reply;
    const std::size_t row = integer(input, "kv_heads") * integer(input, "head_dim");
    for (std::size_t token = 0; token < integer(input, "tokens"); ++token) {
      reply = flip_bit(std::move(reply), "x", token * row);
    }
    return reply;
  });
  const Determinism result = examined(testee, "key.*", Tier::kAll);
  EXPECT_EQ(verdicts(result, "key.decode"), "repeat pass, batch fail, order pass");
  const Counterexample& found = example(result, "key.decode", Invariance::kBatch);
  EXPECT_EQ(found.along, "kv_head");
  EXPECT_EQ(found.rows, 3u);
  EXPECT_EQ(found.call.input->integer("kv_heads"), 2u);
  EXPECT_EQ(found.difference.field, "x");
}

TEST(DeterminismOfBatches, PackedCodesQueriesAndHalvesAreTakenApartToo) {
  Altered testee([](const contract::Operation& operation, const Record& input, Reply reply) {
    if (operation.name == "packing.pack" && input.bytes("codes").size() > 16) {
      return flip_bit(std::move(reply), "packed", 0);
    }
    if (operation.name == "score.page" && integer(input, "query_heads") >= 4) {
      return flip_bit(std::move(reply), "sums", 0);
    }
    if (operation.name == "arithmetic.to_binary16" && input.words("values").size() == 18) {
      return flip_bit(std::move(reply), "halves", 17);
    }
    return reply;
  });
  const Determinism result = examined(testee);
  for (const auto& [operation, rows, field] :
       {std::tuple{"packing.pack", 0u, "packed"}, std::tuple{"score.page", 2u, "sums"},
        std::tuple{"arithmetic.to_binary16", 18u, "halves"}}) {
    EXPECT_EQ(verdicts(result, operation), "repeat pass, batch fail, order pass");
    const Counterexample& found = example(result, operation, Invariance::kBatch);
    EXPECT_EQ(found.difference.field, field);
    EXPECT_TRUE(found.is_smallest);
    if (rows > 0) {
      EXPECT_EQ(found.rows, rows) << operation;
    } else {
      EXPECT_GT(found.rows, 16u);
      EXPECT_LE(found.rows, 24u) << "17 codes, cut at a byte";
    }
  }
}

TEST(DeterminismOfBatches, AnswersOfAnyLengthAreTaken) {
  Altered testee([](const contract::Operation&, const Record&, Reply reply) {
    if (is_answer(reply)) {
      std::get<Answer>(reply).output = {{"gains", Bytes{{1, 2, 3}}}, {"rows", Bytes{}}};
    }
    return reply;
  });
  const Determinism result = examined(testee, "key.encode");
  EXPECT_EQ(verdicts(result, "key.encode"), "repeat pass, batch fail, order pass");
}

TEST(DeterminismOfBatches, TheReportsHoldTheCallsAndTheSeed) {
  Altered testee([](const contract::Operation& operation, const Record& input, Reply reply) {
    return operation.name == "gain.store" && input.words("norms").size() >= 3
               ? flip_bit(std::move(reply), "stored", 0)
               : reply;
  });
  const Determinism result = examined(testee, "gain.store");
  const DeterminismContext context{"0.1.0", "./mine --gpu", "", "root", {"*", "gain.store"}};
  const std::string text = determinism_text(result, context, false);
  EXPECT_THAT(text, HasSubstr("shuffled by seed 1"));
  EXPECT_THAT(text, HasSubstr("among 3 rows (element)"));
  EXPECT_THAT(text, HasSubstr("tqc determinism --testee './mine --gpu' --only "));
  const auto json = nlohmann::json::parse(determinism_json(result, context));
  EXPECT_EQ(json["steady"], false);
  EXPECT_EQ(json["seed"], "0000000000000001");
  const auto& found = json["operations"][0]["batch"]["counterexamples"][0];
  EXPECT_EQ(found["rows"], 3);
  EXPECT_EQ(found["larger_call"]["input"]["norms"].get<std::string>().size(), 3 * 9 - 1u);
  EXPECT_EQ(found["call"]["input"]["norms"].get<std::string>().size(), 8u);
}

}  // namespace
}  // namespace tq::conformance
