// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/key_decode.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/builtin/reference/performers.hpp"
#include "reference/packing.hpp"
#include "tools/explain/key_shape.hpp"
#include "tools/explain/rows.hpp"

namespace tq::tools {
namespace {

using conformance::Record;
using conformance::words;
using contract::Error;
using reference::KeyShape;

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

// What chapter keys stores of a call, read by the checks of TQ-KEYS-011.
struct Stored {
  std::vector<Binary32> gains;
  std::vector<std::uint8_t> codes;
};

// The first row with this error: what its bytes are; empty when there is none.
std::string first_bad_gain(const KeyShape& shape, std::span<const std::uint8_t> gains, Error error,
                           Stored& stored) {
  const std::size_t size = reference::gain_bytes(shape.gain_coding);
  stored.gains.clear();
  for (std::size_t row = 0; row * size < gains.size(); ++row) {
    const auto bytes = gains.subspan(row * size, size);
    const auto gain = reference::load_gain(shape.gain_coding, bytes);
    if (gain) {
      stored.gains.push_back(*gain);
    } else {
      if (gain.error() != error) return "";
      return fmt::format("row {} has the gain bytes {}", row, bytes_text(bytes));
    }
  }
  return "";
}

std::string first_bad_padding(const KeyShape& shape, std::span<const std::uint8_t> rows,
                              Stored& stored) {
  const std::size_t size = reference::packed_bytes(shape.head_dim, static_cast<int>(shape.width));
  for (std::size_t row = 0; row * size < rows.size(); ++row) {
    const auto codes =
        reference::unpack(shape.width, shape.head_dim, rows.subspan(row * size, size));
    if (!codes) return fmt::format("row {} ends in {:02x}", row, rows[row * size + size - 1]);
    append(stored.codes, *codes);
  }
  return "";
}

std::string first_zero_gain_code(const KeyShape& shape, const Stored& stored) {
  const std::uint8_t zero = reference::code_of_zero(static_cast<int>(shape.width));
  for (std::size_t i = 0; i < stored.codes.size(); ++i) {
    const std::size_t row = i / shape.head_dim;
    if (stored.gains[row].is_zero() && stored.codes[i] != zero) {
      return fmt::format("row {} has gain +0 and code {} at coordinate {}, not {}", row,
                         stored.codes[i], i % shape.head_dim, zero);
    }
  }
  return "";
}

// One row of a decode call, appended to the lists.
void decode_row(Derivation& derivation, const KeyShape& shape, std::size_t row,
                const Stored& stored, reference::DecodedKeys& all) {
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const auto codes = std::span(stored.codes).subspan(row * head_dim, head_dim);
  const Binary32 gain = stored.gains[row];
  const auto levels = derive_levels(derivation, static_cast<int>(shape.width), codes);
  const auto signs = derive_key_signs(derivation, shape.transform, head_dim, shape.seed,
                                      shape.layer, row % shape.kv_heads);
  const auto unscaled = derive_reverse(derivation, shape.transform, signs, levels);
  const Binary32 sigma = reference::return_scale(shape.transform, head_dim);
  derivation.step("TQ-KEYS-008", fmt::format("times sigma {}, times gain {}, plus +0",
                                             number_text(sigma), number_text(gain)));
  std::vector<Binary32> x;
  for (const Binary32 w : unscaled) {
    x.push_back(reference::without_negative_zero((w * sigma) * gain));
  }
  derivation.elements(head_dim, [&](std::size_t i) {
    return fmt::format("x[{}]: {} times sigma = {}, times gain = {}", i, number_text(unscaled[i]),
                       number_text(unscaled[i] * sigma), number_text(x[i]));
  });
  append(all.unscaled, unscaled);
  append(all.x, x);
}

}  // namespace

void derive_key_decode(Derivation& derivation, const Record& input) {
  const auto& gains = input.bytes("gains");
  const auto& packed = input.bytes("rows");
  const KeyShape shape = read_shape(input);
  const auto bytes_of_rows = [&] {
    return shape.tokens * shape.kv_heads *
           reference::packed_bytes(shape.head_dim, static_cast<int>(shape.width));
  };
  Stored stored;
  if (!derivation.passes(
          {names_are_known(input),
           shape_is_legal(shape),
           {"TQ-KEYS-001", "gains has a gain for each row",
            [&] {
              return other_length(
                  "gains", gains.size(),
                  shape.tokens * shape.kv_heads * reference::gain_bytes(shape.gain_coding));
            },
            Error::kBadLength},
           {"TQ-KEYS-001", "rows has ceil(head_dim w / 8) bytes for each row",
            [&] { return other_length("rows", packed.size(), bytes_of_rows()); },
            Error::kBadLength},
           {"TQ-GAIN-006", "the first bad gain, if any, is no infinity and no NaN",
            [&] { return first_bad_gain(shape, gains, Error::kGainNotFinite, stored); },
            Error::kGainNotFinite},
           {"TQ-GAIN-006", "no gain has its sign bit set",
            [&] { return first_bad_gain(shape, gains, Error::kGainNegative, stored); },
            Error::kGainNegative},
           {"TQ-PACK-004", "the bits behind the last code of each row are zero",
            [&] { return first_bad_padding(shape, packed, stored); }, Error::kPaddingBits},
           {"TQ-KEYS-009", "rows of gain +0 have no code but 2^(w-1) - 1",
            [&] { return first_zero_gain_code(shape, stored); }, Error::kZeroGainCodes}})) {
    return;
  }
  const auto head_dim = static_cast<std::size_t>(shape.head_dim);
  const std::size_t rows = stored.gains.size();
  derivation.place(rows, head_dim);
  reference::DecodedKeys all;
  for (std::size_t row = 0; row < rows; ++row) {
    Derivation unseen(Focus{.shown = 0});
    decode_row(unseen, shape, row, stored, all);
  }
  if (rows == 0) {
    derivation.step("TQ-KEYS-011", "no rows: every list is empty");
  } else {
    derivation.step("TQ-KEYS-001", row_title(shape, derivation.row(), rows));
    const auto row = static_cast<std::ptrdiff_t>(derivation.row() * head_dim);
    const auto end = row + static_cast<std::ptrdiff_t>(head_dim);
    const std::size_t size = packed.size() / rows;
    derivation.step("TQ-PACK-001", "unpack the codes of the row");
    explain_packing(derivation, static_cast<int>(shape.width),
                    {stored.codes.begin() + row, stored.codes.begin() + end},
                    std::span(packed).subspan(derivation.row() * size, size));
    reference::DecodedKeys shown;
    decode_row(derivation, shape, derivation.row(), stored, shown);
  }
  if (!reference::all_finite(all.x)) {
    derivation.refuse("TQ-KEYS-010", Error::kResultOverflow,
                      "a decoded value is not finite: " + first_non_finite("x", all.x));
    return;
  }
  derivation.answer = {
      .stages = {{"codes", conformance::Bytes{stored.codes}}, {"unscaled", words(all.unscaled)}},
      .output = {{"x", words(all.x)}},
      .error = {}};
}

}  // namespace tq::tools
