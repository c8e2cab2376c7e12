// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/formulas.hpp"

#include <bit>
#include <utility>

#include "conformance/vectors/sha256.hpp"

namespace tq::conformance {
namespace {

constexpr std::uint64_t kMaxFormulaWords = std::uint64_t{1} << 22;
constexpr std::uint32_t kFormulaStream = 0x67617573;  // "gaus": no id of contract::Stream

// TQ-VECT-011: s has 19 bits and a sign, so neither the conversion nor the scaling rounds.
std::uint32_t gaussian_like(std::uint64_t seed, std::uint32_t index) {
  const auto words = philox_block(
      {index, kFormulaStream, 0, 0},
      {static_cast<std::uint32_t>(seed & 0xffffffffU), static_cast<std::uint32_t>(seed >> 32)});
  std::int32_t sum = -262140;  // 8 * 32767.5
  for (const std::uint32_t word : words) {
    sum += static_cast<std::int32_t>(word & 0xffffU) + static_cast<std::int32_t>(word >> 16);
  }
  return std::bit_cast<std::uint32_t>(static_cast<float>(sum) * 0x1p-16F);
}

void append_little_endian(std::vector<std::uint8_t>& bytes, std::uint64_t word, int size) {
  for (int i = 0; i < size; ++i) {
    bytes.push_back(static_cast<std::uint8_t>((word >> (8 * i)) & 0xffU));
  }
}

// TQ-VECT-012
struct LittleEndianBytes {
  std::vector<std::uint8_t> bytes;
  void operator()(std::uint64_t integer) { append_little_endian(bytes, integer, 8); }
  void operator()(const Word64& word) { append_little_endian(bytes, word.value, 8); }
  void operator()(const std::string& text) { bytes.assign(text.begin(), text.end()); }
  void operator()(const Words& words) {
    for (const std::uint32_t word : words.values) append_little_endian(bytes, word, 4);
  }
  void operator()(const Halves& halves) {
    for (const std::uint16_t half : halves.values) append_little_endian(bytes, half, 2);
  }
  void operator()(const Bytes& list) { bytes = list.values; }
};

}  // namespace

// TQ-RAND-001
std::array<std::uint32_t, 4> philox_block(std::array<std::uint32_t, 4> counter,
                                          std::array<std::uint32_t, 2> key) {
  auto [c0, c1, c2, c3] = counter;
  auto [k0, k1] = key;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c0;
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c2;
    c0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1 ^ k0;
    c1 = static_cast<std::uint32_t>(p1 & 0xffffffffU);
    c2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<std::uint32_t>(p0 & 0xffffffffU);
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return {c0, c1, c2, c3};
}

// TQ-VECT-010
std::optional<std::vector<std::uint32_t>> expand_formula(const Formula& formula) {
  if (formula.name != "gaussian-like") return std::nullopt;
  if (formula.count == 0 || formula.count > kMaxFormulaWords) return std::nullopt;
  std::vector<std::uint32_t> values;
  values.reserve(formula.count);
  for (std::uint32_t i = 0; i < formula.count; ++i) {
    values.push_back(gaussian_like(formula.seed, i));
  }
  return values;
}

Record full_input(const Vector& vector) {
  const contract::Operation* operation = contract::find_operation(vector.operation);
  if (vector.formulas.empty() || operation == nullptr) return vector.input;
  Record input;
  for (const contract::OperationField& field : operation->fields) {
    if (field.part != contract::FieldPart::kInput) continue;
    if (const Value* value = vector.input.find(field.name)) {
      input.add(field.name, *value);
      continue;
    }
    for (const Formula& formula : vector.formulas) {
      if (formula.field == field.name) input.add(field.name, Words{*expand_formula(formula)});
    }
  }
  return input;
}

std::string digest_of(const Value& value) {
  LittleEndianBytes visitor;
  std::visit(visitor, value);
  return sha256_hex(visitor.bytes);
}

}  // namespace tq::conformance
