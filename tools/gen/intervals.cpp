// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/intervals.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "conformance/builtin/reference/key_shape.hpp"
#include "reference/codebook.hpp"
#include "reference/gain.hpp"
#include "reference/keys.hpp"
#include "reference/packing.hpp"
#include "reference/page.hpp"
#include "reference/score.hpp"
#include "reference/transform.hpp"
#include "spec/contract/modes.hpp"
#include "spec/contract/profiles.hpp"

namespace tq::tools {

using conformance::Interval;
using conformance::Record;
using conformance::Vector;
using reference::ArithmeticProfile;
using reference::Binary32;
using reference::Bounded;
using reference::CodeRange;

namespace {

using Intervals = std::vector<Interval>;

std::vector<Bounded> inputs(std::span<const std::uint32_t> words,
                            const ArithmeticProfile& profile) {
  std::vector<Bounded> values;
  for (const std::uint32_t word : words) values.push_back(Bounded::from_bits(word, profile));
  return values;
}

Interval interval_of(const char* field, const ArithmeticProfile& profile,
                     std::span<const Bounded> values) {
  Interval interval{.field = field, .profile = std::string(profile.name), .lower = {}, .upper = {}};
  for (const Bounded& value : values) {
    interval.lower.push_back(value.lower().bits());
    interval.upper.push_back(value.upper().bits());
  }
  return interval;
}

// Of what leaves the operation. TQ-ARITH-011
Interval output_interval(const char* field, const ArithmeticProfile& profile,
                         std::span<const Bounded> values) {
  std::vector<Bounded> outputs;
  for (const Bounded& value : values) outputs.push_back(reference::as_output(value));
  return interval_of(field, profile, outputs);
}

Interval code_interval(const ArithmeticProfile& profile, std::span<const CodeRange> ranges) {
  Interval interval{
      .field = "codes", .profile = std::string(profile.name), .lower = {}, .upper = {}};
  for (const CodeRange& range : ranges) {
    interval.lower.push_back(range.lowest);
    interval.upper.push_back(range.highest);
  }
  return interval;
}

// The input was accepted by the reference, so both names are in their tables.
contract::Transform transform_of(const Record& input) {
  return *parse_name(contract::kTransforms, input.text("transform"));
}

reference::SignPair signs_of(const Record& input) {
  return *reference::load_sign_pair(transform_of(input),
                                    static_cast<std::size_t>(input.integer("head_dim")),
                                    input.bytes("signs_1"), input.bytes("signs_2"));
}

reference::KeyShape shape_of(const Record& input) { return *conformance::read_key_shape(input); }

// The stored gain of an uncertain norm when every admissible norm is stored as the same pattern.
std::optional<Binary32> only_stored_gain(contract::GainCoding coding, const Bounded& norm) {
  const auto lowest = reference::store_gain(coding, norm.lower());
  const auto highest = reference::store_gain(coding, norm.upper());
  if (!lowest || !highest || *lowest != *highest) return std::nullopt;
  return *reference::load_gain(coding, *lowest);
}

// Whether an encoder under `profile` can only give the golden gain and codes for one row.
bool row_is_certain(const reference::KeyShape& shape, std::size_t row,
                    std::span<const std::uint32_t> x, const ArithmeticProfile& profile) {
  std::vector<Binary32> exact;
  for (const std::uint32_t word : x) exact.push_back(Binary32::from_bits(word));
  const int exponent = reference::scale_exponent(exact);
  const auto norm = reference::raw_norm<Bounded>(inputs(x, profile), exponent);
  const auto gain = only_stored_gain(shape.gain_coding, norm.norm);
  if (!gain) return false;
  const Bounded scaled_gain = Bounded::from_bits(scale(*gain, -exponent).bits(), profile);
  const auto signs = reference::key_signs(shape.transform, x.size(), shape.seed,
                                          static_cast<std::uint32_t>(shape.layer),
                                          static_cast<std::uint32_t>(row % shape.kv_heads));
  const auto stages = reference::forward<Bounded>(shape.transform, signs, norm.scaled);
  const auto z = reference::normalise<Bounded>(shape.transform, scaled_gain, stages.y);
  return std::all_of(z.begin(), z.end(), [&](const Bounded& value) {
    const CodeRange range = reference::quantize(static_cast<int>(shape.width), value);
    return range.lowest == range.highest;
  });
}

bool is_subnormal(std::uint32_t word) {
  return (word & 0x7f800000) == 0 && (word & 0x007fffff) != 0;
}

// One operation by itself has one result where the profile rounds it correctly: no other is
// admitted, although the bound of one rounding would admit its neighbours. TQ-ARITH-011
Intervals evaluate(const Vector& vector, const ArithmeticProfile& profile) {
  const std::string& name = vector.input.text("operator");
  const auto& a = vector.input.words("a");
  const auto& b = vector.input.words("b");
  if (vector.expected.output.find("values") == nullptr) return {};  // recorded as a digest
  const auto& golden = vector.expected.output.words("values");
  const bool is_loose =
      (name == "divide" && (profile.quotient_units != 1 || profile.reciprocal_units != 0)) ||
      (name == "square-root" && profile.square_root_units != 1);
  std::vector<Bounded> values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool may_flush =
        profile.flush_to_zero &&
        (is_subnormal(a[i]) || (!b.empty() && is_subnormal(b[i])) || is_subnormal(golden[i]));
    const bool is_finite = Binary32::from_bits(golden[i]).is_finite();
    if (is_finite && !is_loose && !may_flush) {
      values.push_back(Bounded::from_bits(golden[i], profile));
      continue;
    }
    const Bounded x = Bounded::from_bits(a[i], profile);
    if (name == "square-root") {
      values.push_back(sqrt(x));
      continue;
    }
    const Bounded y = Bounded::from_bits(b[i], profile);
    values.push_back(name == "add"        ? x + y
                     : name == "subtract" ? x - y
                     : name == "multiply" ? x * y
                                          : x / y);
  }
  return {output_interval("values", profile, values)};
}

Intervals dot(const Vector& vector, const ArithmeticProfile& profile) {
  const auto a = inputs(vector.input.words("a"), profile);
  const auto b = inputs(vector.input.words("b"), profile);
  return {output_interval("sum", profile, std::vector{reference::dot<Bounded>(a, b)})};
}

Intervals forward(const Vector& vector, const ArithmeticProfile& profile) {
  const auto x = inputs(vector.input.words("x"), profile);
  const auto stages =
      reference::forward<Bounded>(transform_of(vector.input), signs_of(vector.input), x);
  return {interval_of("round_1", profile, stages.round_1), output_interval("y", profile, stages.y)};
}

Intervals inverse(const Vector& vector, const ArithmeticProfile& profile) {
  const auto y = inputs(vector.input.words("y"), profile);
  return {output_interval(
      "x", profile,
      reference::inverse<Bounded>(transform_of(vector.input), signs_of(vector.input), y))};
}

Intervals norm(const Vector& vector, const ArithmeticProfile& profile) {
  std::vector<Binary32> exact;
  for (const std::uint32_t word : vector.input.words("x")) {
    exact.push_back(Binary32::from_bits(word));
  }
  const auto x = inputs(vector.input.words("x"), profile);
  const auto stages = reference::raw_norm<Bounded>(x, reference::scale_exponent(exact));
  return {output_interval("norm", profile, std::vector{stages.norm})};
}

// Comparisons round nothing, but a machine that flushes compares zeros in place of subnormals.
Intervals quantize(const Vector& vector, const ArithmeticProfile& profile) {
  std::vector<CodeRange> codes;
  for (const Bounded& value : inputs(vector.input.words("z"), profile)) {
    codes.push_back(reference::quantize(static_cast<int>(vector.input.integer("width")), value));
  }
  return {code_interval(profile, codes)};
}

Intervals key_quantize(const Vector& vector, const ArithmeticProfile& profile) {
  const auto gain = inputs(vector.input.words("gain"), profile);
  const auto y = inputs(vector.input.words("y"), profile);
  const auto z = reference::normalise<Bounded>(transform_of(vector.input), gain.front(), y);
  std::vector<CodeRange> codes;
  for (const Bounded& value : z) {
    codes.push_back(reference::quantize(static_cast<int>(vector.input.integer("width")), value));
  }
  return {interval_of("z", profile, z), code_interval(profile, codes)};
}

// After an ambiguous gain or code the outputs branch: such a vector judges class bits only.
Intervals key_encode(const Vector& vector, const ArithmeticProfile& profile) {
  const reference::KeyShape shape = shape_of(vector.input);
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::span<const std::uint32_t> x = vector.input.words("x");
  for (std::size_t row = 0; row < shape.tokens * shape.kv_heads; ++row) {
    if (!row_is_certain(shape, row, x.subspan(row * head_dim, head_dim), profile)) return {};
  }
  std::vector<Binary32> exact;
  for (const std::uint32_t word : x) exact.push_back(Binary32::from_bits(word));
  const auto encoded = reference::encode_keys(shape, exact);
  std::vector<CodeRange> codes;
  for (const std::uint8_t code : encoded->codes) {
    codes.push_back({code, code});
  }
  return {code_interval(profile, codes)};
}

Intervals key_decode(const Vector& vector, const ArithmeticProfile& profile) {
  const reference::KeyShape shape = shape_of(vector.input);
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::size_t gain_size = reference::gain_bytes(shape.gain_coding);
  const std::span<const std::uint8_t> gains = vector.input.bytes("gains");
  const std::size_t row_size = reference::row_bytes(head_dim, static_cast<int>(shape.width));
  const std::span<const std::uint8_t> rows = vector.input.bytes("rows");
  std::vector<Bounded> x;
  for (std::size_t row = 0; row < shape.tokens * shape.kv_heads; ++row) {
    const auto codes =
        reference::unpack(shape.width, head_dim, rows.subspan(row * row_size, row_size));
    std::vector<Bounded> levels;
    for (const std::uint8_t code : *codes) {
      const auto level = reference::dequantize(static_cast<int>(shape.width), code);
      levels.push_back(Bounded::from_bits(level->bits(), profile));
    }
    const auto gain =
        reference::load_gain(shape.gain_coding, gains.subspan(row * gain_size, gain_size));
    const auto signs = reference::key_signs(shape.transform, head_dim, shape.seed,
                                            static_cast<std::uint32_t>(shape.layer),
                                            static_cast<std::uint32_t>(row % shape.kv_heads));
    const auto decoded = reference::decode_row<Bounded>(
        shape.transform, signs, Bounded::from_bits(gain->bits(), profile), levels);
    x.insert(x.end(), decoded.x.begin(), decoded.x.end());
  }
  return {output_interval("x", profile, x)};
}

Intervals score(const Vector& vector, const ArithmeticProfile& profile) {
  const auto parsed = reference::parse_page(vector.input.bytes("page"));
  const auto& page = std::get<reference::Page>(parsed);
  const reference::PageFields& fields = page.fields;
  const auto key_dim = static_cast<std::size_t>(fields.key_dim);
  const int width = static_cast<int>(fields.key_mode);
  const auto heads = static_cast<std::size_t>(vector.input.integer("query_heads"));
  const auto geometry = reference::page_geometry(fields);
  const auto queries = inputs(vector.input.words("queries"), profile);
  std::vector<Bounded> rotated_all;
  std::vector<Bounded> scores;
  for (std::size_t head = 0; head < heads; ++head) {
    const std::size_t kv_head =
        reference::kv_head_of(head, heads, static_cast<std::size_t>(fields.kv_heads));
    const auto signs = reference::key_signs(fields.transform, key_dim, fields.seed,
                                            static_cast<std::uint32_t>(fields.layer),
                                            static_cast<std::uint32_t>(kv_head));
    const auto query = std::span(queries).subspan(head * key_dim, key_dim);
    const auto rotated = reference::forward<Bounded>(fields.transform, signs, query).y;
    rotated_all.insert(rotated_all.end(), rotated.begin(), rotated.end());
    for (std::size_t token = 0; token < fields.count; ++token) {
      const std::size_t row = token * static_cast<std::size_t>(fields.kv_heads) + kv_head;
      const auto gain = reference::load_gain(
          fields.gain_coding,
          std::span(page.gains).subspan(row * geometry.gain_row, geometry.gain_row));
      const auto codes = reference::unpack(
          static_cast<std::uint64_t>(width), fields.key_dim,
          std::span(page.rows).subspan(row * geometry.code_row, geometry.code_row));
      std::vector<Bounded> levels;
      for (const std::uint8_t code : *codes) {
        levels.push_back(Bounded::from_bits(reference::dequantize(width, code)->bits(), profile));
      }
      const Bounded sigma =
          Bounded::from_bits(reference::return_scale(fields.transform, key_dim).bits(), profile);
      scores.push_back(reference::score_row<Bounded>(
                           sigma, Bounded::from_bits(gain->bits(), profile), rotated, levels)
                           .score);
    }
  }
  return {interval_of("rotated", profile, rotated_all), output_interval("scores", profile, scores)};
}

struct Derivation {
  std::string_view operation;
  Intervals (*derive)(const Vector&, const ArithmeticProfile&);
};

constexpr Derivation kDerivations[] = {
    {"arithmetic.evaluate", evaluate},
    {"arithmetic.dot", dot},
    {"transform.forward", forward},
    {"transform.inverse", inverse},
    {"gain.norm", norm},
    {"codebook.quantize", quantize},
    {"key.quantize", key_quantize},
    {"key.encode", key_encode},
    {"key.decode", key_decode},
    {"score.page", score},
};

}  // namespace

// TQ-ARITH-011
Intervals derive_intervals(const Vector& vector, std::string_view profile) {
  if (vector.expected.error) return {};
  for (const ArithmeticProfile* model : reference::kProfiles) {
    if (model->name != profile) continue;
    for (const Derivation& derivation : kDerivations) {
      if (derivation.operation == vector.operation) return derivation.derive(vector, *model);
    }
  }
  return {};
}

void add_intervals(Vector& vector) {
  for (const contract::Profile& profile : contract::kProfiles) {
    if (!profile.is_stored) continue;
    for (Interval& interval : derive_intervals(vector, profile.name)) {
      // An interval makes its vector one that judges class bounds. TQ-ARITH-009
      auto& ids = vector.requirements;
      if (std::find(ids.begin(), ids.end(), "TQ-ARITH-009") == ids.end()) {
        ids.emplace_back("TQ-ARITH-009");
      }
      vector.intervals.push_back(std::move(interval));
    }
  }
}

}  // namespace tq::tools
