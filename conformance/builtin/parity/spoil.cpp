// SPDX-License-Identifier: Apache-2.0
#include "conformance/builtin/parity/spoil.hpp"

#include <iterator>
#include <string>
#include <utility>

namespace tq::conformance {
namespace {

template <class T, std::size_t size>
const T& pick(const T (&list)[size], std::uint64_t choice) {
  return list[choice % size];
}

std::uint64_t spoil_integer(std::uint64_t integer, const Spoil& spoil) {
  constexpr std::uint64_t kIntegers[] = {0,    1,          2,       4,           5,
                                         9,    24,         257,     1025,        2048,
                                         4096, 0x80000000, 1048577, 0x100000001, 0x1fffffffffffff};
  switch (spoil.action % 4) {
    case 0:
      return integer + 1;
    case 1:
      return integer > 0 ? integer - 1 : 0;
    default:
      return pick(kIntegers, spoil.value);
  }
}

std::string spoil_text(const Spoil& spoil) {
  constexpr const char* kNames[] = {"unknown",     "one-round",   "two-rounds",  "two-sign",
                                    "binary32",    "binary16",    "bfloat16",    "lloyd-max-1",
                                    "lloyd-max-2", "lloyd-max-3", "lloyd-max-4", "add",
                                    "subtract",    "multiply",    "divide",      "square-root"};
  return pick(kNames, spoil.value);
}

template <class T, std::size_t size>
std::vector<T> spoil_list(std::vector<T> list, const Spoil& spoil, const T (&elements)[size],
                          T highest_bit) {
  const std::size_t at = list.empty() ? 0 : static_cast<std::size_t>(spoil.place % list.size());
  switch (spoil.action % 8) {
    case 0:
      list.push_back(0);
      break;
    case 1:
      if (!list.empty()) list.pop_back();
      break;
    case 2:
      list.clear();
      break;
    case 3:
      if (!list.empty()) list[at] = static_cast<T>(list[at] ^ highest_bit);
      break;
    case 4:
      if (!list.empty()) list.back() = static_cast<T>(list.back() ^ highest_bit);
      break;
    default:
      if (!list.empty()) list[at] = pick(elements, spoil.value);
      break;
  }
  return list;
}

struct SpoilValue {
  const Spoil& spoil;

  Value operator()(std::uint64_t integer) const { return spoil_integer(integer, spoil); }
  Value operator()(const std::string&) const { return spoil_text(spoil); }
  Value operator()(Word64 word) const { return Word64{~word.value}; }
  Value operator()(const Words& words) const {
    // Infinities, NaNs (quiet, signalling, negative), -0, -1, the largest and the smallest.
    constexpr std::uint32_t kWords[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff,
                                        0x80000000, 0xbf800000, 0x7f7fffff, 0x00000001, 0x00000000};
    return Words{spoil_list(words.values, spoil, kWords, std::uint32_t{0x80000000})};
  }
  Value operator()(const Halves& halves) const {
    constexpr std::uint16_t kHalves[] = {0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xffff, 0x8000, 0x7bff};
    return Halves{spoil_list(halves.values, spoil, kHalves, std::uint16_t{0x8000})};
  }
  Value operator()(const Bytes& bytes) const {
    // The upper bytes of infinities, NaNs and negative numbers; codes of 2, 3 and 4 bits.
    constexpr std::uint8_t kBytes[] = {0x7c, 0x7f, 0x80, 0xbf, 0xff, 0x00, 0x04, 0x08, 0x10, 0xfc};
    return Bytes{spoil_list(bytes.values, spoil, kBytes, std::uint8_t{0x80})};
  }
};

}  // namespace

std::vector<Spoil> choose_spoils(Choices& choices) {
  std::vector<Spoil> spoils;
  const std::uint64_t kind = choices.bits(4);
  const int count = kind < 12 ? 0 : kind < 15 ? 1 : 2;
  for (int i = 0; i < count; ++i) {
    Spoil spoil;
    for (std::uint64_t* part : {&spoil.field, &spoil.action, &spoil.place, &spoil.value}) {
      *part = choices.bits(16);
    }
    spoils.push_back(spoil);
  }
  return spoils;
}

Record spoiled(const Record& input, const Spoil& spoil) {
  const std::size_t target = static_cast<std::size_t>(spoil.field % input.fields().size());
  Record result;
  for (std::size_t i = 0; i < input.fields().size(); ++i) {
    const Field& field = input.fields()[i];
    if (i != target) {
      result.add(field.name, field.value);
    } else if (field.name == "page") {
      result.add(field.name, Bytes{spoiled_page(std::get<Bytes>(field.value).values, spoil)});
    } else {
      result.add(field.name, std::visit(SpoilValue{spoil}, field.value));
    }
  }
  return result;
}

}  // namespace tq::conformance
