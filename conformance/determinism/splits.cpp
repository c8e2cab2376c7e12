// SPDX-License-Identifier: Apache-2.0
#include "conformance/determinism/splits.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "spec/contract/header.hpp"

namespace tq::conformance {
namespace {

// TQ-CONF-052
constexpr SplitRule kRules[] = {
    {"arithmetic.evaluate", "element", false, "TQ-ARITH-010"},
    {"arithmetic.to_binary16", "element", false, "TQ-ARITH-004"},
    {"arithmetic.from_binary16", "element", false, "TQ-ARITH-005"},
    {"random.signs", "sign", true, "TQ-RAND-004"},
    {"codebook.quantize", "element", false, "TQ-CODE-002"},
    {"codebook.dequantize", "element", false, "TQ-CODE-003"},
    {"packing.pack", "element", false, "TQ-PACK-001"},
    {"packing.unpack", "element", false, "TQ-PACK-001"},
    {"packing.pack_signs", "element", false, "TQ-PACK-005"},
    {"gain.store", "element", false, "TQ-GAIN-005"},
    {"gain.load", "element", false, "TQ-GAIN-006"},
    {"key.encode", "token", false, "TQ-KEYS-012"},
    {"key.encode", "kv_head", true, "TQ-KEYS-012"},
    {"key.decode", "token", false, "TQ-KEYS-008"},
    {"key.decode", "kv_head", true, "TQ-KEYS-008"},
    {"score.page", "query_head", false, "TQ-SCORE-001"},
};

std::size_t length_of(const Value& value) {
  return std::visit(
      [](const auto& one) -> std::size_t {
        if constexpr (requires { one.values.size(); }) return one.values.size();
        return 1;
      },
      value);
}

bool is_list(const Value& value) {
  return std::holds_alternative<Words>(value) || std::holds_alternative<Halves>(value) ||
         std::holds_alternative<Bytes>(value);
}

std::size_t list_length(const Record& input, std::string_view field) {
  const Value* value = input.find(field);
  return value == nullptr ? 0 : length_of(*value);
}

std::size_t integer(const Record& input, std::string_view field) {
  return static_cast<std::size_t>(input.integer(field));
}

// KV heads of a page; 0 when it is too short to say.
std::size_t kv_heads_of(const std::vector<std::uint8_t>& page) {
  const std::size_t at = contract::kKvHeads.offset;
  if (page.size() < contract::kHeaderBytes) return 0;
  return page[at] | (std::size_t{page[at + 1]} << 8);
}

// Elements [outer, rows, inner] -> [outer, part, inner].
template <class List>
List slice_rows(const List& list, std::size_t outer, std::size_t rows, const Part& part) {
  const std::size_t inner = list.values.size() / (outer * rows);
  List slice;
  for (std::size_t i = 0; i < outer; ++i) {
    const auto from = list.values.begin() + static_cast<std::ptrdiff_t>(i * rows * inner);
    slice.values.insert(slice.values.end(), from + static_cast<std::ptrdiff_t>(part.begin * inner),
                        from + static_cast<std::ptrdiff_t>(part.end * inner));
  }
  return slice;
}

// Bits begin .. end - 1 of a bitstream; `begin` is a multiple of 8.
Bytes slice_bits(const Bytes& bytes, std::size_t begin, std::size_t end) {
  Bytes slice{{bytes.values.begin() + static_cast<std::ptrdiff_t>(begin / 8),
               bytes.values.begin() + static_cast<std::ptrdiff_t>((end + 7) / 8)}};
  if (end % 8 != 0) slice.values.back() &= static_cast<std::uint8_t>((1u << (end % 8)) - 1);
  return slice;
}

}  // namespace

std::span<const SplitRule> split_rules() { return kRules; }

std::optional<Split> Split::of(const SplitRule& rule, const Record& input) {
  Split split(rule, input);
  const std::string_view operation = rule.operation;
  if (operation == "arithmetic.evaluate") {
    split.rows_ = list_length(input, "a");
  } else if (operation == "arithmetic.from_binary16") {
    split.rows_ = list_length(input, "halves");
  } else if (operation == "arithmetic.to_binary16") {
    split.rows_ = list_length(input, "values");
  } else if (operation == "codebook.quantize") {
    split.rows_ = list_length(input, "z");
  } else if (operation == "codebook.dequantize") {
    split.rows_ = list_length(input, "codes");
  } else if (operation == "gain.store") {
    split.rows_ = list_length(input, "norms");
  } else if (operation == "gain.load") {
    split.rows_ = list_length(input, "stored") / (input.text("gain_coding") == "binary32" ? 4 : 2);
  } else if (operation == "random.signs") {
    split.rows_ = integer(input, "count");
    split.length_field_ = "count";
    split.bit_field_ = "signs";
    split.bits_ = 1;
  } else if (operation.starts_with("packing.")) {
    const bool is_signs = operation == "packing.pack_signs";
    split.bits_ = is_signs ? 1 : integer(input, "width");
    if (split.bits_ < 1 || split.bits_ > 8) return std::nullopt;
    split.unit_ = 8 / std::gcd(std::size_t{8}, split.bits_);
    split.bit_field_ = "packed";
    if (operation == "packing.unpack") {
      split.rows_ = integer(input, "count");
      split.length_field_ = "count";
    } else {
      split.rows_ = list_length(input, is_signs ? "values" : "codes");
    }
  } else if (operation == "score.page") {
    // Query heads of one KV head follow one another: [kv_heads, group, key_dim]. Every part takes
    // as many of each group, since query_heads is a multiple of kv_heads (TQ-SCORE-001).
    split.outer_ = kv_heads_of(input.bytes("page"));
    const std::size_t heads = integer(input, "query_heads");
    if (split.outer_ == 0 || heads % split.outer_ != 0) return std::nullopt;
    split.rows_ = heads / split.outer_;
    split.length_field_ = "query_heads";
  } else if (rule.along == "token") {
    split.rows_ = integer(input, "tokens");
    split.length_field_ = "tokens";
  } else {  // KV heads 0 .. k - 1 keep their signs, others would take those of other heads
    split.outer_ = integer(input, "tokens");
    split.rows_ = integer(input, "kv_heads");
    split.length_field_ = "kv_heads";
  }
  if (split.units() < 2 || split.outer_ == 0) return std::nullopt;
  // What the rule cuts must divide; a vector that expects bad-length may not.
  for (const Field& field : input.fields()) {
    if (is_list(field.value) && field.name != "page" &&
        !split.slice_value(field.name, field.value, {0, split.rows_})) {
      return std::nullopt;
    }
  }
  return split;
}

Part Split::part(std::size_t begin_unit, std::size_t end_unit) const {
  return {begin_unit * unit_, std::min(end_unit * unit_, rows_)};
}

std::optional<Value> Split::slice_value(std::string_view field, const Value& value,
                                        const Part& part) const {
  if (!is_list(value)) return std::nullopt;
  if (field == bit_field_) {
    const auto* bytes = std::get_if<Bytes>(&value);
    if (bytes == nullptr || bytes->values.size() != (rows_ * bits_ + 7) / 8) return std::nullopt;
    return slice_bits(*bytes, part.begin * bits_, part.end * bits_);
  }
  if (length_of(value) % (outer_ * rows_) != 0) return std::nullopt;
  if (const auto* words = std::get_if<Words>(&value)) {
    return slice_rows(*words, outer_, rows_, part);
  }
  if (const auto* halves = std::get_if<Halves>(&value)) {
    return slice_rows(*halves, outer_, rows_, part);
  }
  return slice_rows(std::get<Bytes>(value), outer_, rows_, part);
}

Record Split::input_of(const Part& part) const {
  Record input;
  for (const Field& field : input_->fields()) {
    if (field.name == length_field_) {
      const std::size_t held = length_field_ == "query_heads" ? outer_ : 1;
      input.add(field.name, std::uint64_t{part.rows() * held});
    } else if (is_list(field.value) && field.name != "page") {
      input.add(field.name, *slice_value(field.name, field.value, part));
    } else {
      input.add(field.name, field.value);
    }
  }
  return input;
}

std::optional<Answer> Split::slice(const Answer& whole, const Part& part) const {
  Answer slice;
  for (const auto& [from, to] :
       {std::pair{&whole.stages, &slice.stages}, std::pair{&whole.output, &slice.output}}) {
    for (const Field& field : from->fields()) {
      auto value = slice_value(field.name, field.value, part);
      if (!value) return std::nullopt;
      to->add(field.name, std::move(*value));
    }
  }
  return slice;
}

}  // namespace tq::conformance
