// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <istream>
#include <ostream>
#include <string>

#include "conformance/wire.hpp"

namespace tq::conformance {

int serve(Testee& testee, std::istream& in, std::ostream& out, std::ostream& log) {
  const auto started = testee.start();
  if (const auto* none = std::get_if<NoAnswer>(&started)) {
    log << "tqc serve: " << none->detail << '\n';
    return 1;
  }
  const Ready ready{std::get<Identity>(started), kMaxLine};
  for (std::string line; std::getline(in, line);) {  // TQ-CONF-020: ends with its input
    const auto request = decode_request(line);
    if (const auto* wrong = std::get_if<WireError>(&request)) {
      log << "tqc serve: " << wrong->detail << '\n';
      return 1;
    }
    if (const auto* call = std::get_if<Call>(&request)) {
      out << encode_answer(call->id, testee.call(*call->operation, call->input)) << std::endl;
    } else {
      out << encode_ready(ready) << std::endl;
    }
  }
  return 0;
}

}  // namespace tq::conformance
