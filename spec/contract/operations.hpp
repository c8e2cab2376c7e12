// SPDX-License-Identifier: CC0-1.0
#pragma once

#include <span>
#include <string_view>

// The operations that a testee may claim, with every field of their requests and answers, once.
// JSON Schemas, the flat vector file, the runner's checks and the tables of chapter conformance
// come from here (TQ-CONF-004).
namespace tq::contract {

enum class FieldType {
  kInteger,  // 0 .. 2^53 - 1; JSON number
  kText,     // a name from an enumeration; JSON string
  kWord64,   // 64-bit word; 16 hex digits
  kWords,    // list of 32-bit words or binary32 patterns; 8 hex digits each, one space between
  kHalves,   // list of binary16 patterns; 4 hex digits each, one space between
  kBytes,    // byte string; 2 hex digits each, nothing between
};

enum class FieldPart { kInput, kStage, kOutput };

struct OperationField {
  std::string_view name;
  FieldPart part;
  FieldType type;
};

struct Operation {
  std::string_view name;
  std::string_view chapter;
  std::string_view summary;
  std::span<const OperationField> fields;  // in the order in which stages are computed
};

namespace fields {
inline constexpr auto kIn = FieldPart::kInput;
inline constexpr auto kStage = FieldPart::kStage;
inline constexpr auto kOut = FieldPart::kOutput;

inline constexpr OperationField kEvaluate[] = {
    {"operator", kIn, FieldType::kText},  // add, subtract, multiply, divide, square-root
    {"a", kIn, FieldType::kWords},
    {"b", kIn, FieldType::kWords},  // empty for square-root
    {"values", kOut, FieldType::kWords},
};
inline constexpr OperationField kDot[] = {
    {"a", kIn, FieldType::kWords},           {"b", kIn, FieldType::kWords},
    {"products", kStage, FieldType::kWords}, {"lanes", kStage, FieldType::kWords},
    {"sum", kOut, FieldType::kWords},
};
inline constexpr OperationField kToBinary16[] = {
    {"values", kIn, FieldType::kWords},
    {"halves", kOut, FieldType::kHalves},
};
inline constexpr OperationField kFromBinary16[] = {
    {"halves", kIn, FieldType::kHalves},
    {"values", kOut, FieldType::kWords},
};
inline constexpr OperationField kPhilox[] = {
    {"counter", kIn, FieldType::kWords},  // 4 words
    {"key", kIn, FieldType::kWords},      // 2 words
    {"words", kOut, FieldType::kWords},   // 4 words
};
inline constexpr OperationField kSigns[] = {
    {"seed", kIn, FieldType::kWord64},
    {"stream", kIn, FieldType::kInteger},
    {"layer", kIn, FieldType::kInteger},
    {"kv_head", kIn, FieldType::kInteger},
    {"count", kIn, FieldType::kInteger},
    {"signs", kOut, FieldType::kBytes},  // bit j mod 8 of byte j / 8; 1 means minus
};
inline constexpr OperationField kForward[] = {
    {"transform", kIn, FieldType::kText},
    {"head_dim", kIn, FieldType::kInteger},
    {"signs_1", kIn, FieldType::kBytes},
    {"signs_2", kIn, FieldType::kBytes},  // empty for one-round
    {"x", kIn, FieldType::kWords},
    {"signed", kStage, FieldType::kWords},   // D1 x
    {"round_1", kStage, FieldType::kWords},  // H D1 x
    {"y", kOut, FieldType::kWords},
};
inline constexpr OperationField kInverse[] = {
    {"transform", kIn, FieldType::kText}, {"head_dim", kIn, FieldType::kInteger},
    {"signs_1", kIn, FieldType::kBytes},  {"signs_2", kIn, FieldType::kBytes},
    {"y", kIn, FieldType::kWords},        {"unscaled", kStage, FieldType::kWords},
    {"x", kOut, FieldType::kWords},
};
inline constexpr OperationField kTable[] = {
    {"width", kIn, FieldType::kInteger},
    {"levels", kOut, FieldType::kWords},
    {"boundaries", kOut, FieldType::kWords},
};
inline constexpr OperationField kQuantize[] = {
    {"width", kIn, FieldType::kInteger},
    {"z", kIn, FieldType::kWords},
    {"codes", kOut, FieldType::kBytes},  // one byte a code
};
inline constexpr OperationField kDequantize[] = {
    {"width", kIn, FieldType::kInteger},
    {"codes", kIn, FieldType::kBytes},
    {"levels", kOut, FieldType::kWords},
};
inline constexpr OperationField kPack[] = {
    {"width", kIn, FieldType::kInteger},
    {"codes", kIn, FieldType::kBytes},
    {"packed", kOut, FieldType::kBytes},
};
inline constexpr OperationField kUnpack[] = {
    {"width", kIn, FieldType::kInteger},
    {"count", kIn, FieldType::kInteger},
    {"packed", kIn, FieldType::kBytes},
    {"codes", kOut, FieldType::kBytes},
};
inline constexpr OperationField kPackSigns[] = {
    {"values", kIn, FieldType::kWords},
    {"packed", kOut, FieldType::kBytes},
};
inline constexpr OperationField kNorm[] = {
    {"x", kIn, FieldType::kWords},      {"scaled", kStage, FieldType::kWords},
    {"sum", kStage, FieldType::kWords}, {"root", kStage, FieldType::kWords},
    {"norm", kOut, FieldType::kWords},
};
inline constexpr OperationField kGainStore[] = {
    {"gain_coding", kIn, FieldType::kText},
    {"norms", kIn, FieldType::kWords},
    {"stored", kOut, FieldType::kBytes},
};
inline constexpr OperationField kGainLoad[] = {
    {"gain_coding", kIn, FieldType::kText},
    {"stored", kIn, FieldType::kBytes},
    {"gains", kOut, FieldType::kWords},
};
inline constexpr OperationField kKeyQuantize[] = {
    {"width", kIn, FieldType::kInteger},
    {"transform", kIn, FieldType::kText},
    {"head_dim", kIn, FieldType::kInteger},
    {"gain", kIn, FieldType::kWords},  // 1 word: the stored gain, scaled back
    {"y", kIn, FieldType::kWords},
    {"z", kStage, FieldType::kWords},
    {"codes", kOut, FieldType::kBytes},
};
inline constexpr OperationField kKeyEncode[] = {
    {"width", kIn, FieldType::kInteger},    {"transform", kIn, FieldType::kText},
    {"gain_coding", kIn, FieldType::kText}, {"head_dim", kIn, FieldType::kInteger},
    {"tokens", kIn, FieldType::kInteger},   {"kv_heads", kIn, FieldType::kInteger},
    {"layer", kIn, FieldType::kInteger},    {"seed", kIn, FieldType::kWord64},
    {"x", kIn, FieldType::kWords},         // [tokens, kv_heads, head_dim]
    {"norms", kStage, FieldType::kWords},  // [tokens, kv_heads]
    {"gains", kOut, FieldType::kBytes},    // [tokens, kv_heads, 4 or 2]
    {"y", kStage, FieldType::kWords},      // [tokens, kv_heads, head_dim]
    {"z", kStage, FieldType::kWords},      // [tokens, kv_heads, head_dim]
    {"codes", kStage, FieldType::kBytes},  // [tokens, kv_heads, head_dim]
    {"rows", kOut, FieldType::kBytes},     // [tokens, kv_heads, row_bytes]
};
inline constexpr OperationField kKeyDecode[] = {
    {"width", kIn, FieldType::kInteger},    {"transform", kIn, FieldType::kText},
    {"gain_coding", kIn, FieldType::kText}, {"head_dim", kIn, FieldType::kInteger},
    {"tokens", kIn, FieldType::kInteger},   {"kv_heads", kIn, FieldType::kInteger},
    {"layer", kIn, FieldType::kInteger},    {"seed", kIn, FieldType::kWord64},
    {"gains", kIn, FieldType::kBytes},      {"rows", kIn, FieldType::kBytes},
    {"codes", kStage, FieldType::kBytes},   {"unscaled", kStage, FieldType::kWords},
    {"x", kOut, FieldType::kWords},
};
inline constexpr OperationField kPageWrite[] = {
    {"key_mode", kIn, FieldType::kText},
    {"transform", kIn, FieldType::kText},
    {"gain_coding", kIn, FieldType::kText},
    {"layer", kIn, FieldType::kInteger},
    {"kv_heads", kIn, FieldType::kInteger},
    {"key_dim", kIn, FieldType::kInteger},
    {"capacity", kIn, FieldType::kInteger},
    {"count", kIn, FieldType::kInteger},
    {"first_position", kIn, FieldType::kInteger},
    {"seed", kIn, FieldType::kWord64},
    {"identity", kIn, FieldType::kBytes},  // 16 bytes
    {"gains", kIn, FieldType::kBytes},     // [count, kv_heads, 4 or 2]
    {"rows", kIn, FieldType::kBytes},      // [count, kv_heads, row_bytes]
    {"page", kOut, FieldType::kBytes},
};
inline constexpr OperationField kPageParse[] = {
    {"page", kIn, FieldType::kBytes},       {"key_mode", kOut, FieldType::kText},
    {"transform", kOut, FieldType::kText},  {"gain_coding", kOut, FieldType::kText},
    {"layer", kOut, FieldType::kInteger},   {"kv_heads", kOut, FieldType::kInteger},
    {"key_dim", kOut, FieldType::kInteger}, {"capacity", kOut, FieldType::kInteger},
    {"count", kOut, FieldType::kInteger},   {"first_position", kOut, FieldType::kInteger},
    {"seed", kOut, FieldType::kWord64},     {"identity", kOut, FieldType::kBytes},
    {"gains", kOut, FieldType::kBytes},     {"rows", kOut, FieldType::kBytes},
};
inline constexpr OperationField kScorePage[] = {
    {"page", kIn, FieldType::kBytes},       {"query_heads", kIn, FieldType::kInteger},
    {"queries", kIn, FieldType::kWords},     // [query_heads, key_dim]
    {"rotated", kStage, FieldType::kWords},  // [query_heads, key_dim]
    {"sums", kStage, FieldType::kWords},     // [query_heads, count]
    {"scores", kOut, FieldType::kWords},     // [query_heads, count]
};
}  // namespace fields

inline constexpr Operation kOperations[] = {
    {"arithmetic.evaluate", "arithmetic", "one rounded operation per element", fields::kEvaluate},
    {"arithmetic.dot", "arithmetic", "products, then the 16-lane sum", fields::kDot},
    {"arithmetic.to_binary16", "arithmetic", "binary32 to binary16", fields::kToBinary16},
    {"arithmetic.from_binary16", "arithmetic", "binary16 to binary32", fields::kFromBinary16},
    {"random.philox", "random", "one Philox4x32-10 block", fields::kPhilox},
    {"random.signs", "random", "the signs of one stream", fields::kSigns},
    {"transform.forward", "transform", "signs and Hadamard sums, unnormalised", fields::kForward},
    {"transform.inverse", "transform", "the inverse of transform.forward", fields::kInverse},
    {"codebook.table", "codebook", "levels and boundaries of a width", fields::kTable},
    {"codebook.quantize", "codebook", "values to codes", fields::kQuantize},
    {"codebook.dequantize", "codebook", "codes to levels", fields::kDequantize},
    {"packing.pack", "packing", "codes to an LSB-first bitstream", fields::kPack},
    {"packing.unpack", "packing", "an LSB-first bitstream to codes", fields::kUnpack},
    {"packing.pack_signs", "packing", "sign bits of values", fields::kPackSigns},
    {"gain.norm", "gain", "the raw norm of a row", fields::kNorm},
    {"gain.store", "gain", "norms to stored bytes", fields::kGainStore},
    {"gain.load", "gain", "stored bytes to gains", fields::kGainLoad},
    {"key.quantize", "keys", "one transformed row to codes", fields::kKeyQuantize},
    {"key.encode", "keys", "key rows to gains and packed rows", fields::kKeyEncode},
    {"key.decode", "keys", "gains and packed rows to key rows", fields::kKeyDecode},
    {"page.write", "page", "gains and rows to a sealed page", fields::kPageWrite},
    {"page.parse", "page", "a page to its fields, gains and rows", fields::kPageParse},
    {"score.page", "score", "scores of queries against a page", fields::kScorePage},
};

constexpr const Operation* find_operation(std::string_view name) {
  for (const Operation& operation : kOperations) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

}  // namespace tq::contract
