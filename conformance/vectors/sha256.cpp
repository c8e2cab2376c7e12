// SPDX-License-Identifier: Apache-2.0
#include "conformance/vectors/sha256.hpp"

#include <array>

#include <sodium.h>

#include "conformance/value_text.hpp"

namespace tq::conformance {
namespace {

std::string hash(const unsigned char* data, std::size_t size) {
  std::array<std::uint8_t, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), data, size);
  return format_bytes(digest);
}

}  // namespace

std::string sha256_hex(std::span<const std::uint8_t> bytes) {
  return hash(bytes.data(), bytes.size());
}

std::string sha256_hex(std::string_view text) {
  return hash(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

}  // namespace tq::conformance
