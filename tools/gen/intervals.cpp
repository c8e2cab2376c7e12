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

namespace tq::tools {

using conformance::Interval;
using conformance::Record;
using conformance::Vector;
using reference::ArithmeticProfile;
using reference::Binary32;
using reference::Bounded;
using reference::CodeRange;

namespace {

const ArithmeticProfile* const kProfiles[] = {&reference::kIeee, &reference::kFma};

std::vector<Bounded> inputs(std::span<const std::uint32_t> words,
                            const ArithmeticProfile& profile) {
  std::vector<Bounded> values;
  for (const std::uint32_t word : words) values.push_back(Bounded::from_bits(word, profile));
  return values;
}

// An interval makes its vector one that judges class bounds. TQ-ARITH-009
void push(Vector& vector, Interval interval) {
  auto& ids = vector.requirements;
  if (std::find(ids.begin(), ids.end(), "TQ-ARITH-009") == ids.end()) {
    ids.emplace_back("TQ-ARITH-009");
  }
  vector.intervals.push_back(std::move(interval));
}

void add_interval(Vector& vector, const char* field, const ArithmeticProfile& profile,
                  std::span<const Bounded> values) {
  Interval interval{.field = field, .profile = std::string(profile.name), .lower = {}, .upper = {}};
  for (const Bounded& value : values) {
    interval.lower.push_back(value.lower().bits());
    interval.upper.push_back(value.upper().bits());
  }
  push(vector, std::move(interval));
}

void add_codes(Vector& vector, const ArithmeticProfile& profile,
               std::span<const CodeRange> ranges) {
  Interval interval{
      .field = "codes", .profile = std::string(profile.name), .lower = {}, .upper = {}};
  for (const CodeRange& range : ranges) {
    interval.lower.push_back(range.lowest);
    interval.upper.push_back(range.highest);
  }
  push(vector, std::move(interval));
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

}  // namespace

void add_dot_intervals(Vector& vector) {
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto a = inputs(vector.input.words("a"), *profile);
    const auto b = inputs(vector.input.words("b"), *profile);
    add_interval(vector, "sum", *profile, std::vector{reference::dot<Bounded>(a, b)});
  }
}

void add_forward_intervals(Vector& vector) {
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto x = inputs(vector.input.words("x"), *profile);
    const auto stages =
        reference::forward<Bounded>(transform_of(vector.input), signs_of(vector.input), x);
    add_interval(vector, "round_1", *profile, stages.round_1);
    add_interval(vector, "y", *profile, stages.y);
  }
}

void add_inverse_intervals(Vector& vector) {
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto y = inputs(vector.input.words("y"), *profile);
    add_interval(
        vector, "x", *profile,
        reference::inverse<Bounded>(transform_of(vector.input), signs_of(vector.input), y));
  }
}

void add_norm_intervals(Vector& vector) {
  std::vector<Binary32> exact;
  for (const std::uint32_t word : vector.input.words("x")) {
    exact.push_back(Binary32::from_bits(word));
  }
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto x = inputs(vector.input.words("x"), *profile);
    const auto stages = reference::raw_norm<Bounded>(x, reference::scale_exponent(exact));
    add_interval(vector, "norm", *profile, std::vector{stages.norm});
  }
}

void add_key_quantize_intervals(Vector& vector) {
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto gain = inputs(vector.input.words("gain"), *profile);
    const auto y = inputs(vector.input.words("y"), *profile);
    const auto z = reference::normalise<Bounded>(transform_of(vector.input), gain.front(), y);
    std::vector<CodeRange> codes;
    for (const Bounded& value : z) {
      codes.push_back(reference::quantize(static_cast<int>(vector.input.integer("width")), value));
    }
    add_interval(vector, "z", *profile, z);
    add_codes(vector, *profile, codes);
  }
}

void add_key_encode_intervals(Vector& vector) {
  const reference::KeyShape shape = shape_of(vector.input);
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::span<const std::uint32_t> x = vector.input.words("x");
  for (const ArithmeticProfile* profile : kProfiles) {
    bool certain = true;
    for (std::size_t row = 0; row < shape.tokens * shape.kv_heads; ++row) {
      certain =
          certain && row_is_certain(shape, row, x.subspan(row * head_dim, head_dim), *profile);
    }
    // After an ambiguous gain or code the outputs branch: such a vector judges class bits only.
    if (!certain) continue;
    std::vector<CodeRange> codes;
    for (const std::uint8_t code : vector.expected.stages.get<conformance::Bytes>("codes").values) {
      codes.push_back({code, code});
    }
    add_codes(vector, *profile, codes);
  }
}

void add_key_decode_intervals(Vector& vector) {
  const reference::KeyShape shape = shape_of(vector.input);
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::size_t gain_size = reference::gain_bytes(shape.gain_coding);
  const std::span<const std::uint8_t> gains = vector.input.bytes("gains");
  const auto& codes = vector.expected.stages.get<conformance::Bytes>("codes").values;
  for (const ArithmeticProfile* profile : kProfiles) {
    std::vector<Bounded> x;
    for (std::size_t row = 0; row < shape.tokens * shape.kv_heads; ++row) {
      std::vector<Bounded> levels;
      for (std::size_t i = 0; i < head_dim; ++i) {
        const auto level =
            reference::dequantize(static_cast<int>(shape.width), codes[row * head_dim + i]);
        levels.push_back(Bounded::from_bits(level->bits(), *profile));
      }
      const auto gain =
          reference::load_gain(shape.gain_coding, gains.subspan(row * gain_size, gain_size));
      const auto signs = reference::key_signs(shape.transform, head_dim, shape.seed,
                                              static_cast<std::uint32_t>(shape.layer),
                                              static_cast<std::uint32_t>(row % shape.kv_heads));
      const auto decoded = reference::decode_row<Bounded>(
          shape.transform, signs, Bounded::from_bits(gain->bits(), *profile), levels);
      x.insert(x.end(), decoded.x.begin(), decoded.x.end());
    }
    add_interval(vector, "x", *profile, x);
  }
}

void add_score_intervals(Vector& vector) {
  const auto parsed = reference::parse_page(vector.input.bytes("page"));
  const auto& page = std::get<reference::Page>(parsed);
  const reference::PageFields& fields = page.fields;
  const auto key_dim = static_cast<std::size_t>(fields.key_dim);
  const int width = static_cast<int>(fields.key_mode);
  const auto heads = static_cast<std::size_t>(vector.input.integer("query_heads"));
  const auto geometry = reference::page_geometry(fields);
  for (const ArithmeticProfile* profile : kProfiles) {
    const auto queries = inputs(vector.input.words("queries"), *profile);
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
          levels.push_back(
              Bounded::from_bits(reference::dequantize(width, code)->bits(), *profile));
        }
        const Bounded sigma =
            Bounded::from_bits(reference::return_scale(fields.transform, key_dim).bits(), *profile);
        scores.push_back(reference::score_row<Bounded>(
                             sigma, Bounded::from_bits(gain->bits(), *profile), rotated, levels)
                             .score);
      }
    }
    add_interval(vector, "rotated", *profile, rotated_all);
    add_interval(vector, "scores", *profile, scores);
  }
}

}  // namespace tq::tools
