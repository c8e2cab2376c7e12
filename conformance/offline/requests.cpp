// SPDX-License-Identifier: Apache-2.0
#include "conformance/offline/requests.hpp"

#include <charconv>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "conformance/vectors/formulas.hpp"
#include "conformance/vectors/sha256.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

// 31 bits, because an adapter that keeps ids in a signed 32-bit integer works with the ids of the
// pipe and must work with these.
std::uint64_t hashed_id(std::string_view root, std::string_view vector, std::uint64_t attempt) {
  const std::string digest = sha256_hex(fmt::format("tqc request {} {} {}", root, vector, attempt));
  std::uint32_t word = 0;
  std::from_chars(digest.data(), digest.data() + 8, word, 16);
  return word >> 1;
}

}  // namespace

// TQ-CONF-041
std::vector<Request> number_requests(std::span<const VectorFile> files, std::string_view root) {
  std::vector<Request> requests;
  std::set<std::uint64_t> used = {0};
  for (const Selected& entry : select_vectors(files, {})) {
    std::uint64_t attempt = 0;
    std::uint64_t id = hashed_id(root, entry.vector->id, attempt);
    while (!used.insert(id).second) id = hashed_id(root, entry.vector->id, ++attempt);
    requests.push_back({entry.vector, id});
  }
  return requests;
}

// TQ-CONF-040
RequestCounts write_requests(std::span<const VectorFile> files, std::string_view root,
                             const Filter& filter, std::size_t max_line,
                             const std::function<bool(std::string_view line)>& write) {
  RequestCounts counts;
  const std::vector<Selected> selected = select_vectors(files, filter);
  if (selected.empty() || !write(encode_hello())) return counts;
  std::map<const Vector*, std::uint64_t> ids;
  for (const Request& request : number_requests(files, root)) {
    ids.emplace(request.vector, request.id);
  }
  for (const Selected& entry : selected) {
    const Vector& vector = *entry.vector;
    const std::string line = encode_call(
        ids.at(&vector), *contract::find_operation(vector.operation), full_input(vector));
    if (line.size() + 1 > max_line) {
      ++counts.too_long;
      continue;
    }
    if (!write(line)) return counts;
    ++counts.asked;
  }
  return counts;
}

}  // namespace tq::conformance
