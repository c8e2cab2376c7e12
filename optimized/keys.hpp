// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "optimized/kernels.hpp"
#include "optimized/key_plans.hpp"
#include "spec/contract/errors.hpp"
#include "spec/contract/modes.hpp"

// Chapter keys over the kernels of one target. Lists are ordered [tokens, kv_heads, ...].
namespace tq::optimized {

struct QuantizedRow {
  std::vector<float> z;
  std::vector<std::uint8_t> codes;
};

// key.quantize: one transformed row and g' (one word) to codes. kBadArgument (width, head_dim),
// kBadLength, kNonFiniteInput, kBadArgument (g' with its sign bit set), kResultOverflow.
contract::Result<QuantizedRow> quantize_row(const Kernels& kernels, std::uint64_t width,
                                            contract::Transform transform, std::uint64_t head_dim,
                                            std::span<const float> gain, std::span<const float> y);

struct EncodedKeys {
  std::vector<std::uint8_t> gains;  // [tokens, kv_heads, 4 or 2]
  std::vector<std::uint8_t> rows;   // [tokens, kv_heads, row_bytes]
};

// Encodes the keys of one layer, token by token or many at once; the bytes are the same.
class KeyEncoder {
 public:
  // The errors of KeyPlans::create. `kernels` must outlive the encoder.
  static contract::Result<KeyEncoder> create(const Kernels& kernels, const KeyShape& shape);

  const KeyPlans& plans() const { return plans_; }

  // One token: x is [kv_heads, head_dim], gains gets [kv_heads, gain_bytes], rows gets
  // [kv_heads, row_bytes]. Gives kBadLength, kNonFiniteInput, kBinary32Overflow or
  // kBinary16Overflow and then has written nothing (TQ-KEYS-007).
  std::optional<contract::Error> append(std::span<const float> x, std::span<std::uint8_t> gains,
                                        std::span<std::uint8_t> rows);

  // x is [tokens, kv_heads, head_dim]. kBadArgument for more than 1024 tokens, else as append.
  contract::Result<EncodedKeys> encode(std::uint64_t tokens, std::span<const float> x) const;

 private:
  KeyEncoder(const Kernels& kernels, KeyPlans plans);
  std::optional<contract::Error> encode_rows(std::span<const float> x, std::uint8_t* gains,
                                             std::uint8_t* rows) const;

  const Kernels* kernels_;
  KeyPlans plans_;
  // One token. append encodes here first, so that a refused call leaves the caller's bytes alone.
  std::vector<std::uint8_t> token_gains_;
  std::vector<std::uint8_t> token_rows_;
};

// key.encode: KeyEncoder::create, then encode.
contract::Result<EncodedKeys> encode_keys(const Kernels& kernels, const KeyShape& shape,
                                          std::uint64_t tokens, std::span<const float> x);

// key.decode: x [tokens, kv_heads, head_dim]. kBadArgument, kBadLength, then over all rows
// kGainNotFinite or kGainNegative, kPaddingBits, kZeroGainCodes, then kResultOverflow
// (TQ-KEYS-011).
contract::Result<std::vector<float>> decode_keys(const Kernels& kernels, const KeyShape& shape,
                                                 std::uint64_t tokens,
                                                 std::span<const std::uint8_t> gains,
                                                 std::span<const std::uint8_t> rows);

// The stages between, from the kernels of the single chapters instead of the kernels of whole rows.
struct EncodeStages {
  std::vector<float> norms;         // [tokens, kv_heads]
  std::vector<float> y;             // [tokens, kv_heads, head_dim]
  std::vector<float> z;             // [tokens, kv_heads, head_dim]
  std::vector<std::uint8_t> codes;  // [tokens, kv_heads, head_dim]
};

struct DecodeStages {
  std::vector<std::uint8_t> codes;  // [tokens, kv_heads, head_dim]
  std::vector<float> unscaled;      // [tokens, kv_heads, head_dim]
};

// The stages of key.encode. The errors of encode_keys.
contract::Result<EncodeStages> encode_stages(const Kernels& kernels, const KeyShape& shape,
                                             std::uint64_t tokens, std::span<const float> x);

// The stages of key.decode. The errors of decode_keys but kResultOverflow, which no stage causes.
contract::Result<DecodeStages> decode_stages(const Kernels& kernels, const KeyShape& shape,
                                             std::uint64_t tokens,
                                             std::span<const std::uint8_t> gains,
                                             std::span<const std::uint8_t> rows);

}  // namespace tq::optimized
