// SPDX-License-Identifier: Apache-2.0
// TQ-CONF-051, TQ-CONF-052, TQ-CONF-053: every fault under its own heading, with the fewest calls
// or rows that show it.
#include "conformance/determinism/determinism.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/determinism/examined_for_test.hpp"
#include "conformance/determinism/report.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;

TEST(Determinism, OurImplementationsAreSteady) {
  for (const auto& [name, tier] :
       {std::pair{"builtin:optimized", Tier::kAll}, std::pair{"builtin:reference", Tier::kCore}}) {
    const auto testee = std::move(std::get<std::unique_ptr<Testee>>(open_testee(name, {})));
    const Determinism result = examined(*testee, "*", tier);
    EXPECT_TRUE(result.is_steady()) << determinism_text(result, {}, false);
    EXPECT_EQ(verdicts(result, "key.encode"), "repeat pass, batch pass, order pass");
    EXPECT_EQ(verdicts(result, "transform.forward"), "repeat pass, batch not-testable, order pass");
    for (const OperationSteadiness& one : result.operations) {
      EXPECT_EQ(one.of(Invariance::kOrder).compared, 3 * one.inputs) << one.operation;
      EXPECT_EQ(one.of(Invariance::kRepeat).compared, 2 * one.inputs) << one.operation;
    }
  }
}

// A counter that starts at 0 with the program.
TEST(Determinism, AStaticCounterIsARepeatFault) {
  std::size_t count = 0;
  Altered testee(
      [&](const contract::Operation& operation, const Record&, Reply reply) {
        if (operation.name != "gain.norm") return reply;
        return ++count % 5 == 0 ? flip_bit(std::move(reply), "sum", 0) : reply;
      },
      [&] { count = 0; });
  const Determinism result = examined(testee);
  EXPECT_FALSE(result.is_steady());
  EXPECT_EQ(of(result, "gain.norm").of(Invariance::kRepeat).verdict, Steadiness::kFail);
  EXPECT_NE(of(result, "gain.norm").of(Invariance::kOrder).verdict, Steadiness::kFail);
  const Counterexample& found = example(result, "gain.norm", Invariance::kRepeat);
  EXPECT_EQ(found.before.size(), 4u);
  EXPECT_TRUE(found.reproduced);
  EXPECT_EQ(found.difference.field, "sum");
  EXPECT_EQ(found.difference.ulps, 1u);
  EXPECT_THAT(describe(found), HasSubstr("the 5th of 5 equal calls"));
  expect_others_steady(result, "gain.norm");
}

// A sum that is not set back to zero: the second of two equal calls adds to the first.
TEST(Determinism, AnAccumulatorThatGrowsIsARepeatFault) {
  std::uint32_t left_over = 0;
  Altered testee(
      [&](const contract::Operation& operation, const Record&, Reply reply) {
        if (operation.name != "arithmetic.dot" || !is_answer(reply)) return reply;
        auto& answer = std::get<Answer>(reply);
        if (answer.error) return reply;
        const std::uint32_t sum = answer.output.words("sum")[0] + left_over;
        answer.output = {{"sum", Words{{sum}}}};
        ++left_over;
        return reply;
      },
      [&] { left_over = 0; });
  const Determinism result = examined(testee);
  EXPECT_EQ(of(result, "arithmetic.dot").of(Invariance::kRepeat).verdict, Steadiness::kFail);
  EXPECT_EQ(example(result, "arithmetic.dot", Invariance::kRepeat).before.size(), 1u);
  EXPECT_THAT(of(result, "arithmetic.dot").of(Invariance::kOrder).examples, testing::IsEmpty());
  expect_others_steady(result, "arithmetic.dot");
}

TEST(Determinism, ATimeDependentAnswerIsARepeatFault) {
  std::size_t clock = 0;  // never set back
  Altered testee([&](const contract::Operation& operation, const Record&, Reply reply) {
    const bool is_odd = ++clock % 2 == 1;
    return operation.name == "gain.store" && is_odd ? flip_bit(std::move(reply), "stored", 1)
                                                    : reply;
  });
  const Determinism result = examined(testee);
  EXPECT_EQ(verdicts(result, "gain.store"), "repeat fail, batch not-testable, order not-testable");
  EXPECT_EQ(example(result, "gain.store", Invariance::kRepeat).before.size(), 1u);
  EXPECT_EQ(of(result, "gain.store").of(Invariance::kBatch).why,
            "equal calls already get different answers");
  expect_others_steady(result, "gain.store");
}

// A clock that ticks once in a while is no function of the calls, so it may not be blamed on them.
TEST(Determinism, ASlowClockIsNeitherABatchNorAnOrderFault) {
  for (const std::size_t tick : {50u, 333u, 700u, 1500u}) {
    std::size_t clock = 0;
    Altered testee([&](const contract::Operation& operation, const Record& input, Reply reply) {
      const bool is_late = ++clock / tick % 2 == 1;
      if (operation.name != "key.encode" || !is_late) return reply;
      for (std::size_t row = 0; row < input.integer("tokens") * input.integer("kv_heads"); ++row) {
        reply = flip_bit(std::move(reply), "norms", row);
      }
      return reply;
    });
    const Determinism result = examined(testee);
    const OperationSteadiness& one = of(result, "key.encode");
    EXPECT_EQ(one.of(Invariance::kRepeat).verdict, Steadiness::kFail) << tick;
    EXPECT_NE(one.of(Invariance::kBatch).verdict, Steadiness::kFail) << tick;
    EXPECT_NE(one.of(Invariance::kOrder).verdict, Steadiness::kFail) << tick;
    expect_others_steady(result, "key.encode");
  }
}

TEST(Determinism, AnAnswerThatChangesFromStartToStart) {
  std::size_t starts = 0;
  Altered testee(
      [&](const contract::Operation& operation, const Record&, Reply reply) {
        return operation.name == "random.signs" && starts % 2 == 0
                   ? flip_bit(std::move(reply), "signs", 0)
                   : reply;
      },
      [&] { ++starts; });
  const Determinism result = examined(testee);
  EXPECT_EQ(of(result, "random.signs").of(Invariance::kRepeat).verdict, Steadiness::kFail);
  const Counterexample& found = example(result, "random.signs", Invariance::kRepeat);
  EXPECT_TRUE(found.before.empty());
  EXPECT_TRUE(found.reproduced);
  expect_others_steady(result, "random.signs");
}

// A scratch buffer as long as the longest call so far: shorter ones find its old end.
TEST(Determinism, ABufferThatOutlivesItsCallIsAnOrderFault) {
  std::size_t longest = 0;
  Altered testee(
      [&](const contract::Operation& operation, const Record& input, Reply reply) {
        if (operation.name != "arithmetic.dot" || input.words("a").size() > 64) return reply;
        const std::size_t length = input.words("a").size();
        const bool is_dirty = longest > length && length > 1;
        longest = std::max(longest, length);
        return is_dirty ? flip_bit(std::move(reply), "lanes", 15) : reply;
      },
      [&] { longest = 0; });
  const Determinism result = examined(testee);
  EXPECT_EQ(verdicts(result, "arithmetic.dot"), "repeat pass, batch not-testable, order fail");
  const Counterexample& found = example(result, "arithmetic.dot", Invariance::kOrder);
  ASSERT_EQ(found.before.size(), 1u);
  EXPECT_GT(found.before[0].input->words("a").size(), found.call.input->words("a").size());
  EXPECT_EQ(found.difference.field, "lanes");
  EXPECT_EQ(found.difference.index, 15u);
  expect_others_steady(result, "arithmetic.dot");
  EXPECT_THAT(determinism_text(result, {}, false),
              HasSubstr("the call gets another answer when one other call stands before it"));
}

// Two operations share a table that the first of them to come fills.
TEST(Determinism, StateSharedByTwoOperationsIsAnOrderFaultOfTwoCalls) {
  bool decoded = false;
  Altered testee(
      [&](const contract::Operation& operation, const Record&, Reply reply) {
        if (operation.name == "key.decode") decoded = true;
        return operation.name == "gain.load" && decoded ? flip_bit(std::move(reply), "gains", 0)
                                                        : reply;
      },
      [&] { decoded = false; });
  const Determinism result = examined(testee);
  EXPECT_EQ(of(result, "gain.load").of(Invariance::kOrder).verdict, Steadiness::kFail);
  EXPECT_EQ(of(result, "gain.load").of(Invariance::kRepeat).verdict, Steadiness::kPass);
  const Counterexample& found = example(result, "gain.load", Invariance::kOrder);
  ASSERT_EQ(found.before.size(), 1u);
  EXPECT_EQ(found.before[0].operation->name, "key.decode");
  expect_others_steady(result, "gain.load");
}

TEST(Determinism, AnOrderFaultThatNeedsTwoCallsBeforeIt) {
  bool packed = false;
  bool packed_then_unpacked = false;
  Altered testee(
      [&](const contract::Operation& operation, const Record&, Reply reply) {
        if (operation.name == "packing.pack") packed = true;
        if (operation.name == "packing.unpack" && packed) packed_then_unpacked = true;
        return operation.name == "random.philox" && packed_then_unpacked
                   ? flip_bit(std::move(reply), "words", 3)
                   : reply;
      },
      [&] { packed = packed_then_unpacked = false; });
  const Determinism result = examined(testee);
  const Counterexample& found = example(result, "random.philox", Invariance::kOrder);
  ASSERT_EQ(found.before.size(), 2u);
  EXPECT_EQ(found.before[0].operation->name, "packing.pack");
  EXPECT_EQ(found.before[1].operation->name, "packing.unpack");
}

TEST(Determinism, ACallThatDiesOnlyWhenRepeatedOrAlone) {
  std::size_t norms = 0;
  Altered testee(
      [&](const contract::Operation& operation, const Record& input, Reply reply) -> Reply {
        if (operation.name == "gain.norm" && ++norms == 2) {
          norms = 0;
          return NoAnswer{Trouble::kCrash, "it died"};
        }
        if (operation.name == "key.encode" && integer(input, "tokens") == 1 &&
            integer(input, "kv_heads") == 2) {
          return NoAnswer{Trouble::kUnsupported, "one row at a time is not built in"};
        }
        if (operation.name == "key.decode" && integer(input, "tokens") == 1 &&
            integer(input, "kv_heads") == 2) {
          return NoAnswer{Trouble::kCrash, "it died"};
        }
        return reply;
      },
      [&] { norms = 0; });
  const Determinism result = examined(testee);
  EXPECT_EQ(example(result, "gain.norm", Invariance::kRepeat).difference.b, "crash");
  EXPECT_EQ(of(result, "key.encode").of(Invariance::kBatch).verdict, Steadiness::kPass);
  const Counterexample& found = example(result, "key.decode", Invariance::kBatch);
  EXPECT_EQ(found.rows, 2u);
  EXPECT_EQ(found.difference.a, "output");
  EXPECT_EQ(found.difference.b, "crash");
  EXPECT_GT(result.failures, 0u);
}

// TQ-CONF-053
TEST(Determinism, NothingAnsweredIsNothingShown) {
  Altered testee([](const contract::Operation&, const Record&, Reply) -> Reply {
    return NoAnswer{Trouble::kUnsupported, "not today"};
  });
  const Determinism result = examined(testee, "gain.*");
  EXPECT_FALSE(result.is_steady());
  EXPECT_EQ(verdicts(result, "gain.norm"),
            "repeat not-testable, batch not-testable, order not-testable");
  EXPECT_EQ(of(result, "gain.norm").of(Invariance::kRepeat).why, "no input was answered");
  EXPECT_THAT(determinism_text(result, {}, false), HasSubstr("nothing was tested"));
}

TEST(Determinism, ATesteeThatStartsOnceOnly) {
  class StartsOnce : public Altered {
   public:
    using Altered::Altered;
    std::variant<Identity, NoAnswer> start() override {
      if (starts_++ > 0) return NoAnswer{Trouble::kTimeout, "no answer to hello within 60 s"};
      return Altered::start();
    }

   private:
    std::size_t starts_ = 0;
  };
  StartsOnce testee([](const auto&, const auto&, Reply reply) { return reply; });
  const Determinism result = examined(testee, "gain.*");
  EXPECT_FALSE(result.is_steady());
  ASSERT_TRUE(result.lost);
  EXPECT_THAT(determinism_text(result, {}, false), HasSubstr("could not be started again"));
}

}  // namespace
}  // namespace tq::conformance
