// SPDX-License-Identifier: CC0-1.0
// A testee in C++, in the process of the host: the fast implementation, all operations, behind the
// C ABI. As a shared library (testee_cpp.so) and as a WebAssembly module (preset testee-wasm).
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "conformance/abi/flat.hpp"
#include "conformance/abi/tqc_testee.h"
#include "conformance/builtin/optimized/optimized.hpp"
#include "optimized/target.hpp"

namespace {

namespace flat = tq::conformance::flat;
using tq::conformance::Testee;

Testee& testee() {
  static const std::unique_ptr<Testee> instance =
      tq::conformance::make_optimized_testee(*tq::optimized::usable_targets().front());
  return *instance;
}

flat::Message answer(flat::View request) {
  const auto decoded = flat::decode_request(request);
  if (const auto* call = std::get_if<tq::conformance::Call>(&decoded)) {
    return flat::encode_answer(*call->operation, testee().call(*call->operation, call->input));
  }
  if (std::holds_alternative<tq::conformance::Hello>(decoded)) {
    return flat::encode_ready(std::get<tq::conformance::Identity>(testee().start()));
  }
  // The runner sends no such request.
  return flat::encode_answer(
      tq::contract::kOperations[0],
      tq::conformance::NoAnswer{tq::conformance::Trouble::kUnsupported,
                                std::get<tq::conformance::WireError>(decoded).detail});
}

}  // namespace

extern "C" uint32_t tqc_answer(const uint8_t* request, uint32_t size, uint8_t* reply,
                               uint32_t capacity) {
  const flat::Message message = answer({request, size});
  if (message.size() <= capacity) std::copy(message.begin(), message.end(), reply);
  return static_cast<uint32_t>(message.size());
}
