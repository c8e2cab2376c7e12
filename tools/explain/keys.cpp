// SPDX-License-Identifier: Apache-2.0
#include "reference/keys.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "reference/packing.hpp"
#include "tools/explain/chapters.hpp"
#include "tools/explain/key_decode.hpp"
#include "tools/explain/key_shape.hpp"
#include "tools/explain/rows.hpp"

namespace tq::tools {
namespace {

using conformance::numbers;
using conformance::Record;
using conformance::words;
using contract::Error;
using reference::KeyShape;

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

// TQ-KEYS-003 to -005
void quantize(Derivation& derivation, const Record& input) {
  const std::uint64_t width = input.integer("width");
  const std::uint64_t head_dim = input.integer("head_dim");
  const auto transform = parse_name(contract::kTransforms, input.text("transform"));
  const auto gain = numbers(input, "gain");
  const auto y = numbers(input, "y");
  if (!derivation.passes(
          {{"TQ-KEYS-001", "the width is 2 to 4", [&] { return outside("width", width, 2, 4); },
            Error::kBadArgument},
           {"TQ-KEYS-001", "the transform is in the table",
            [&] {
              return unknown_name("transform", input.text("transform"), transform.has_value());
            },
            Error::kBadArgument},
           legal_head_dim(head_dim),
           {"TQ-CONF-023", "the gain is one word",
            [&] { return other_length("gain", gain.size(), 1); }, Error::kBadLength},
           {"TQ-CONF-023", "y has head_dim elements",
            [&] { return other_length("y", y.size(), head_dim); }, Error::kBadLength},
           {"TQ-ARITH-006", "the gain is finite", [&] { return first_non_finite("gain", gain); },
            Error::kNonFiniteInput},
           {"TQ-ARITH-006", "every element of y is finite",
            [&] { return first_non_finite("y", y); }, Error::kNonFiniteInput},
           {"TQ-CONF-023", "the gain has no sign bit",
            [&] { return gain[0].is_negative() ? number_text(gain[0]) : std::string(); },
            Error::kBadArgument}})) {
    return;
  }
  derivation.place(1, y.size());
  const auto row = derive_codes(derivation, static_cast<int>(width), *transform, gain[0], y);
  if (!row) return;
  derivation.answer = {.stages = {{"z", words(row->z)}},
                       .output = {{"codes", conformance::Bytes{row->codes}}},
                       .error = {}};
}

// One row of a call, appended to `all`; false after a refusal.
bool encode_row(Derivation& derivation, const KeyShape& shape, std::size_t row,
                std::span<const Binary32> x, reference::EncodedKeys& all) {
  const auto norm = derive_norm(derivation, x);
  if (!norm) return false;
  const auto stored = reference::store_gain(shape.gain_coding, norm->norm);
  if (!stored) {
    derivation.refuse("TQ-ARITH-004", stored.error(),
                      fmt::format("the norm {} does not fit", number_text(norm->norm)));
    return false;
  }
  derivation.step("TQ-GAIN-005", "the stored gain");
  derivation.line(stored_gain_text(shape.gain_coding, norm->norm, *stored));
  const Binary32 gain = *reference::load_gain(shape.gain_coding, *stored);
  const int c = reference::scale_exponent(x);
  const Binary32 scaled_gain = scale(gain, -c);
  derivation.step("TQ-GAIN-007", "from here on the gain as stored counts");
  derivation.line(fmt::format("read back {}; g' = that times 2^{} = {}", number_text(gain), -c,
                              number_text(scaled_gain)));

  const auto signs = derive_key_signs(derivation, shape.transform, x.size(), shape.seed,
                                      shape.layer, row % shape.kv_heads);
  const auto stages = derive_forward(derivation, shape.transform, signs, norm->scaled);
  const auto codes = derive_codes(derivation, static_cast<int>(shape.width), shape.transform,
                                  scaled_gain, stages.y);
  if (!codes) return false;
  const auto packed = *reference::pack(shape.width, codes->codes);
  derivation.step("TQ-KEYS-006", "pack the codes (TQ-PACK-001)");
  explain_packing(derivation, static_cast<int>(shape.width), codes->codes, packed);
  derivation.line(fmt::format("the row: {}", bytes_text(packed)));

  all.norms.push_back(norm->norm);
  append(all.gains, *stored);
  append(all.y, stages.y);
  append(all.z, codes->z);
  append(all.codes, codes->codes);
  append(all.rows, packed);
  return true;
}

void encode(Derivation& derivation, const Record& input) {
  const auto x = numbers(input, "x");
  const KeyShape shape = read_shape(input);
  if (!derivation.passes(
          {names_are_known(input),
           shape_is_legal(shape),
           {"TQ-KEYS-001", "x has tokens x kv_heads x head_dim elements",
            [&] { return other_length("x", x.size(), elements_of(shape)); }, Error::kBadLength},
           {"TQ-KEYS-007", "every element of x is finite", [&] { return first_non_finite("x", x); },
            Error::kNonFiniteInput}})) {
    return;
  }
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::size_t rows = x.size() / head_dim;
  derivation.place(rows, head_dim);
  const auto row_of = [&](std::size_t row) {
    return std::span<const Binary32>(x).subspan(row * head_dim, head_dim);
  };
  // The first row with an error decides (TQ-KEYS-007), and then it is the one to look at.
  reference::EncodedKeys all;
  std::size_t shown = derivation.row();
  for (std::size_t row = 0; row < rows; ++row) {
    Derivation unseen(Focus{.shown = 0});
    if (encode_row(unseen, shape, row, row_of(row), all)) continue;
    shown = row;
    break;
  }
  if (rows == 0) {
    derivation.step("TQ-KEYS-007", "no rows: every list is empty");
  } else {
    derivation.step("TQ-KEYS-001", row_title(shape, shown, rows));
    reference::EncodedKeys shown_row;
    if (!encode_row(derivation, shape, shown, row_of(shown), shown_row)) return;
  }
  derivation.answer = {
      .stages = {{"norms", words(all.norms)},
                 {"y", words(all.y)},
                 {"z", words(all.z)},
                 {"codes", conformance::Bytes{all.codes}}},
      .output = {{"gains", conformance::Bytes{all.gains}}, {"rows", conformance::Bytes{all.rows}}},
      .error = {}};
}

constexpr std::pair<std::string_view, Derive> kDerivations[] = {
    {"key.quantize", quantize},
    {"key.encode", encode},
    {"key.decode", derive_key_decode},
};

}  // namespace

DeriveTable keys_derivations() { return kDerivations; }

}  // namespace tq::tools
