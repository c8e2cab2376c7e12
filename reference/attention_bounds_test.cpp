// SPDX-License-Identifier: Apache-2.0
#include "reference/attention_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "reference/attention.hpp"

namespace tq::reference {
namespace {

using Generator = std::mt19937_64;
using Row = std::vector<float>;

Binary32 pattern(float value) { return Binary32::from_bits(std::bit_cast<std::uint32_t>(value)); }
std::size_t below(Generator& random, std::size_t limit) { return random() % limit; }
bool coin(Generator& random) { return (random() & 1) != 0; }

// A sum of twelve uniform numbers: roughly normal, the same on every machine.
Row gaussian_row(Generator& random, std::size_t size, double factor) {
  Row row(size);
  for (float& element : row) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 40) * 0x1p-24;
    element = static_cast<float>(sum * factor);
  }
  return row;
}

struct Head {
  Row query;
  std::vector<Row> keys;
  std::vector<Row> values;
  float scale;
};

Head random_head(Generator& random, std::size_t tokens, std::size_t dim, double spread = 1) {
  Head head;
  head.query = gaussian_row(random, dim, spread);
  for (std::size_t t = 0; t < tokens; ++t) {
    head.keys.push_back(gaussian_row(random, dim, 1));
    head.values.push_back(gaussian_row(random, 4, 1));
  }
  head.scale = 1 / std::sqrt(static_cast<float>(dim));
  return head;
}

std::vector<Bounded> inputs(const Row& row, const ArithmeticProfile& profile) {
  std::vector<Bounded> result;
  for (const float x : row) result.push_back(Bounded::from_bits(pattern(x).bits(), profile));
  return result;
}

std::vector<std::vector<Bounded>> inputs(const std::vector<Row>& rows,
                                         const ArithmeticProfile& profile) {
  std::vector<std::vector<Bounded>> result;
  for (const Row& row : rows) result.push_back(inputs(row, profile));
  return result;
}

HeadOutput<Bounded> bounded(const Head& head, const ArithmeticProfile& profile) {
  const auto scale = Bounded::from_bits(pattern(head.scale).bits(), profile);
  const auto keys = inputs(head.keys, profile);
  const auto scores = head_scores<Bounded>(inputs(head.query, profile), keys, scale);
  return attend_head<Bounded>(scores, inputs(head.values, profile), 0, 16);
}

// What an implementation may choose.
struct Choices {
  bool fused;         // products into sums
  bool scaled_query;  // scale the query, not the dot product
  int exponential;    // 0: e^x; 1: 2^(x log2 e); 2: scores in base 2; 3: so, maximum scaled apart
  bool online;        // running maxima; otherwise the maximum first
  bool log_sum_exp;   // splits are normalised and merged by the logarithm of their sums
  int normalisation;  // 0: divide at the end; 1: reciprocal; 2: weights first (two passes)
  std::size_t splits;
};

Choices random_choices(Generator& random, bool fused) {
  return {fused && coin(random), coin(random), static_cast<int>(below(random, 4)),
          coin(random),          coin(random), static_cast<int>(below(random, 3)),
          1 + below(random, 5)};
}

// One evaluation in `T` under some choices.
template <class T>
class Evaluation {
 public:
  Evaluation(const Head& head, const Choices& choices, Generator& random)
      : head_(head), choices_(choices), random_(random) {}

  std::vector<T> output() {
    // Base 2 takes log2 e into the scale, here of the score or of the difference of two.
    const bool base_two = choices_.exponential >= 2;
    const T scale = base_two ? static_cast<T>(head_.scale) * kLog2E : static_cast<T>(head_.scale);
    apart_ = choices_.exponential == 3 ? scale : T(1);
    score_scale_ = choices_.exponential == 3 ? T(1) : scale;
    for (const Row& key : head_.keys) scores_.push_back(score(key));

    std::vector<std::size_t> order(scores_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random_);
    const T maximum = *std::max_element(scores_.begin(), scores_.end());
    if (choices_.normalisation == 2 && !choices_.online) return weights_first(order, maximum);

    std::vector<Part> parts;
    for (std::size_t split = 0; split < choices_.splits; ++split) {
      const std::size_t begin = order.size() * split / choices_.splits;
      const std::size_t end = order.size() * (split + 1) / choices_.splits;
      if (begin == end) continue;
      T first = maximum;
      if (choices_.log_sum_exp) {
        for (std::size_t i = begin; i < end; ++i) {
          first = i == begin ? scores_[order[i]] : std::max(first, scores_[order[i]]);
        }
      }
      Part part = of_token(order[begin], choices_.online ? scores_[order[begin]] : first);
      for (std::size_t i = begin + 1; i < end; ++i) {
        const T token_maximum = choices_.online ? scores_[order[i]] : first;
        part = merged(part, of_token(order[i], token_maximum));
      }
      parts.push_back(choices_.log_sum_exp ? normalised(part) : part);
    }
    // Maxima that are scaled apart are stored in base e.
    if (choices_.log_sum_exp && choices_.exponential == 3) apart_ = kLog2E;
    Part total = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) total = merged(total, parts[i]);
    const T reciprocal = T(1) / total.sum;
    for (T& x : total.values) x = choices_.normalisation == 1 ? x * reciprocal : x / total.sum;
    return total.values;
  }

 private:
  struct Part {
    T maximum;
    T sum;
    std::vector<T> values;
  };
  static constexpr T kLog2E = static_cast<T>(1.44269504088896340736L);

  T multiply_add(T a, T b, T c) const {
    if (choices_.fused) return std::fma(a, b, c);
    const T product = a * b;
    return product + c;
  }

  T score(const Row& key) {
    std::vector<T> lanes(1 + below(random_, 16), T(0));
    for (std::size_t i = 0; i < key.size(); ++i) {
      const T q = static_cast<T>(head_.query[i]);
      T& lane = lanes[below(random_, lanes.size())];
      lane =
          multiply_add(choices_.scaled_query ? q * score_scale_ : q, static_cast<T>(key[i]), lane);
    }
    const T sum = std::accumulate(lanes.begin(), lanes.end(), T(0));
    return choices_.scaled_query ? sum : sum * score_scale_;
  }

  // e^(a - b) for two maxima.
  T factor(T a, T b) const {
    const T difference = a - b;
    if (choices_.exponential == 0) return std::exp(difference);
    if (choices_.exponential == 1) return std::exp2(difference * kLog2E);
    return std::exp2(difference * apart_);
  }

  Part of_token(std::size_t token, T maximum) {
    T weight = factor(scores_[token], maximum);
    if (choices_.exponential == 3) {
      const T scaled_maximum = maximum * apart_;
      weight = std::exp2(multiply_add(scores_[token], apart_, -scaled_maximum));
    }
    Part part{maximum, weight, {}};
    for (const float v : head_.values[token]) part.values.push_back(weight * static_cast<T>(v));
    return part;
  }

  Part merged(const Part& a, const Part& b) const {
    const T maximum = std::max(a.maximum, b.maximum);
    const T of_a = factor(a.maximum, maximum);
    const T of_b = factor(b.maximum, maximum);
    const T scaled_b = b.sum * of_b;
    Part part{maximum, multiply_add(a.sum, of_a, scaled_b), a.values};
    for (std::size_t j = 0; j < part.values.size(); ++j) {
      const T scaled = b.values[j] * of_b;
      part.values[j] = multiply_add(part.values[j], of_a, scaled);
    }
    return part;
  }

  // The form in which splits are stored: output and logarithm of the sum, in base e unless the
  // scores are in base 2.
  Part normalised(const Part& part) const {
    Part result = part;
    for (T& x : result.values) x = x / part.sum;
    const T logarithm = choices_.exponential == 2 ? std::log2(part.sum) : std::log(part.sum);
    const T maximum =
        choices_.exponential == 3 ? part.maximum * static_cast<T>(head_.scale) : part.maximum;
    result.maximum = maximum + logarithm;
    result.sum = T(1);
    return result;
  }

  std::vector<T> weights_first(const std::vector<std::size_t>& order, T maximum) {
    T sum = 0;
    for (const std::size_t token : order) sum = sum + of_token(token, maximum).sum;
    std::vector<T> values(head_.values[0].size(), T(0));
    for (const std::size_t token : order) {
      const T weight = of_token(token, maximum).sum / sum;
      for (std::size_t j = 0; j < values.size(); ++j) {
        values[j] = multiply_add(weight, static_cast<T>(head_.values[token][j]), values[j]);
      }
    }
    return values;
  }

  const Head& head_;
  const Choices choices_;
  Generator& random_;
  T apart_ = 1;
  T score_scale_ = 1;
  std::vector<T> scores_;
};

bool holds(const std::vector<Bounded>& intervals, const std::vector<float>& computed) {
  for (std::size_t j = 0; j < computed.size(); ++j) {
    const Real error = Real::from_bits(pattern(computed[j]).bits()) - intervals[j].value();
    if (abs(error) > intervals[j].bound() || !intervals[j].contains(pattern(computed[j]))) {
      return false;
    }
  }
  return true;
}

std::vector<float> rounded(const std::vector<double>& values) {
  std::vector<float> result;
  for (const double value : values) result.push_back(static_cast<float>(value));
  return result;
}

// Whether the double evaluation of `wrong`, which is its true output for every purpose here, lies
// outside the intervals of `head`.
bool excluded(const Head& head, const Head& wrong) {
  Generator random(0);
  const Choices plain{false, false, 0, false, false, 0, 1};
  return !holds(bounded(head, kIeee).output,
                rounded(Evaluation<double>(wrong, plain, random).output()));
}

struct HeadShape {
  std::size_t tokens;
  std::size_t dim;
  double spread;  // of the scores
};
constexpr HeadShape kShapes[] = {{1, 8, 1},   {2, 16, 1},  {17, 128, 1}, {33, 8, 0.01},
                                 {33, 32, 8}, {64, 8, 60}, {100, 16, 2}};

// TQ-ATTN-012
TEST(AttentionBounds, HoldEveryEvaluation) {
  Generator random(1);
  for (const ArithmeticProfile* profile : {&kIeee, &kFma}) {
    for (const HeadShape& shape : kShapes) {
      const Head head = random_head(random, shape.tokens, shape.dim, shape.spread);
      const std::vector<Bounded> intervals = bounded(head, *profile).output;
      for (int i = 0; i < 150; ++i) {
        const Choices choices = random_choices(random, profile->fused_products_allowed);
        ASSERT_TRUE(holds(intervals, Evaluation<float>(head, choices, random).output()))
            << shape.tokens << " tokens, exponential " << choices.exponential << " online "
            << choices.online << " splits " << choices.splits;
        ASSERT_TRUE(holds(intervals, rounded(Evaluation<double>(head, choices, random).output())));
      }
    }
  }
}

// Ascending scores make each token a new maximum: as many rescalings as there can be.
TEST(AttentionBounds, HoldEveryRescaling) {
  Generator random(2);
  Head head = random_head(random, 100, 1);
  head.query = {1};
  head.scale = 0.125f;
  for (std::size_t t = 0; t < 100; ++t) head.keys[t] = {static_cast<float>(t) / 3};
  const std::vector<Bounded> intervals = bounded(head, kIeee).output;
  for (int i = 0; i < 300; ++i) {
    Choices choices = random_choices(random, false);
    choices.online = true;
    ASSERT_TRUE(holds(intervals, Evaluation<float>(head, choices, random).output()));
  }
}

// TQ-ATTN-006: scores alone, for base e.
TEST(AttentionBounds, HoldTheScores) {
  Generator random(3);
  for (int i = 0; i < 20; ++i) {
    const Head head = random_head(random, 3, 64);
    const auto scores = head_scores<Bounded>(inputs(head.query, kIeee), inputs(head.keys, kIeee),
                                             Bounded::from_bits(pattern(head.scale).bits()));
    for (std::size_t t = 0; t < 3; ++t) {
      float after = 0;
      float before = 0;
      for (std::size_t j = 0; j < 64; ++j) {
        const float product = head.query[j] * head.keys[t][j];
        const float scaled = head.query[j] * head.scale;
        const float scaled_product = scaled * head.keys[t][j];
        after = after + product;
        before = before + scaled_product;
      }
      after = after * head.scale;
      ASSERT_TRUE(scores[t].contains(pattern(after)));
      ASSERT_TRUE(scores[t].contains(pattern(before)));
      ASSERT_FALSE(scores[t].contains(pattern(after + 0x1p-10f)));
    }
  }
}

// Bounds that admit anything would pass all of the above. TQ-ATTN-012
TEST(AttentionBounds, ExcludeWrongAttention) {
  Generator random(4);
  for (const std::size_t tokens : {std::size_t{2}, std::size_t{17}, std::size_t{100}}) {
    for (int i = 0; i < 3; ++i) {
      const Head head = random_head(random, tokens, 128);
      EXPECT_FALSE(excluded(head, head));

      Head wrong = head;
      wrong.scale = head.scale * 1.01f;
      EXPECT_TRUE(excluded(head, wrong)) << "a scale off by one part in a hundred";
      wrong = head;
      wrong.keys.pop_back();
      wrong.values.pop_back();
      EXPECT_TRUE(excluded(head, wrong)) << "the newest token is masked";
      wrong = head;
      wrong.keys.push_back(gaussian_row(random, 128, 1));
      wrong.values.push_back(gaussian_row(random, 4, 1));
      EXPECT_TRUE(excluded(head, wrong)) << "a masked token is seen";
      const Head other = random_head(random, tokens, 128);
      wrong = head;
      wrong.values = other.values;
      EXPECT_TRUE(excluded(head, wrong)) << "the V rows of another KV head";
      wrong = head;
      wrong.keys = other.keys;
      EXPECT_TRUE(excluded(head, wrong)) << "the K rows of another KV head";
      wrong = head;
      std::swap(wrong.values[0], wrong.values[1]);
      EXPECT_TRUE(excluded(head, wrong)) << "two rows of a block exchanged";
    }
  }
}

// How wide: u = 2^-24 is the unit. A dot product of 128 terms alone is uncertain by 127 u of its
// magnitudes, which are about 8 times the score; V is of magnitude 1.
TEST(AttentionBounds, AreNarrow) {
  Generator random(5);
  const auto widest = [&](const Head& head) {
    Real result;
    for (const Bounded& x : bounded(head, kIeee).output) {
      if (result < x.bound()) result = x.bound();
    }
    return result;
  };
  EXPECT_LT(widest(random_head(random, 17, 128)), Real::from_decimal("1e-4"));
  EXPECT_LT(widest(random_head(random, 100, 128)), Real::from_decimal("1.5e-4"));

  // Equal values leave only the relative errors, whatever the scores.
  Head constant = random_head(random, 17, 128);
  for (Row& row : constant.values) row = {3, 3, 3, 3};
  EXPECT_LT(widest(constant), Real::from_decimal("1e-4"));
}

TEST(AttentionBounds, AtTheEdges) {
  Generator random(6);
  // Weights that vanish next to the largest: e^-300 has no pattern.
  Head head = random_head(random, 3, 1);
  head.query = {1};
  head.scale = 1;
  head.keys = {{0}, {-300}, {-80}};
  head.values = {{1}, {5}, {7}};
  const auto near_one = bounded(head, kIeee).output;
  EXPECT_TRUE(near_one[0].contains(pattern(1.0f)));
  EXPECT_FALSE(near_one[0].contains(pattern(1.001f)));

  // No finite bound: a score or a sum that may overflow, an input without one.
  head.values = {{3e38f}, {3e38f}, {3e38f}};
  EXPECT_FALSE(bounded(head, kIeee).output[0].is_finite());
  head.values = {{1}, {5}, {7}};
  head.query = {3e38f};
  head.keys = {{2}, {1}, {1}};
  const HeadOutput<Bounded> overflow = bounded(head, kIeee);
  EXPECT_FALSE(overflow.output[0].is_finite());
  EXPECT_FALSE(overflow.maximum.is_finite());
  head.query = {1e30f};  // score errors far above 1
  EXPECT_FALSE(bounded(head, kIeee).output[0].is_finite());

  const std::vector<Bounded> scores = {Bounded::from_integer(1)};
  const std::vector<std::vector<Bounded>> rows = {{Bounded::from_integer(1)}};
  EXPECT_THROW(bounded_output(scores, rows), std::logic_error) << "no profile is named";
  const std::vector<std::vector<Bounded>> other = {inputs(Row{1}, kFma)};
  EXPECT_THROW(bounded_output(inputs(Row{1}, kIeee), other), std::logic_error);
}

// A row's own error reaches the output once, weighted.
TEST(AttentionBounds, CarryTheErrorsOfRows) {
  const std::vector<Bounded> scores = inputs(Row{0, 0}, kIeee);
  const Real error = Real::from_decimal("0.01");
  const std::vector<std::vector<Bounded>> rows = {
      {Bounded::from_value(Real::from_integer(1), error, kIeee)}, inputs(Row{1}, kIeee)};
  const Bounded output = bounded_output(scores, rows)[0];
  EXPECT_TRUE(output.contains(pattern(1.005f)));
  EXPECT_FALSE(output.contains(pattern(1.0051f)));
}

// TQ-ATTN-011, TQ-ATTN-012
TEST(EitherPath, HoldsBoth) {
  const auto around = [](const char* value, const char* bound) {
    return Bounded::from_value(Real::from_decimal(value), Real::from_decimal(bound), kIeee);
  };
  const Bounded both = either_path(around("1", "0.25"), around("1.25", "0.5"));
  EXPECT_EQ(both.value(), Real::from_integer(1));
  EXPECT_EQ(both.bound(), Real::from_decimal("0.75"));
  EXPECT_EQ(either_path(around("1", "0.75"), around("1", "0.5")).bound(),
            Real::from_decimal("0.75"));
  EXPECT_FALSE(either_path(around("1", "0.25"), Bounded::unbounded(&kIeee)).is_finite());
  EXPECT_THROW(either_path(Bounded(), Bounded::from_integer(1)), std::logic_error);
}

}  // namespace
}  // namespace tq::reference
