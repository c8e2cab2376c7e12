// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "conformance/record.hpp"

namespace tq::conformance {

// What a testee claims of one operation (TQ-CONF-006).
struct Claim {
  std::string conformance_class;  // "bits" or "bounds"
  std::string profile;            // empty for bits; a name of contract::kProfiles for bounds
  bool operator==(const Claim&) const = default;
};

struct Identity {
  std::string name;
  std::string version;
  std::map<std::string, Claim, std::less<>> claims;  // operation name -> claim
  // The instruction set that answers, as its code was compiled: "AVX2" (TQ-CONF-005). Empty: it
  // does not say.
  std::string target = {};
};

// Why there is no answer to judge. One plain line in `detail`.
enum class Trouble { kUnsupported, kCrash, kTimeout, kProtocolError };
struct NoAnswer {
  Trouble trouble;
  std::string detail;
};

using Reply = std::variant<Answer, NoAnswer>;

// An implementation under test (chapter conformance). Implementations never throw for what a
// testee does: garbage, silence and death are replies.
class Testee {
 public:
  virtual ~Testee() = default;
  // Starts it (again, after a crash) and asks what it claims.
  virtual std::variant<Identity, NoAnswer> start() = 0;
  virtual Reply call(const contract::Operation& operation, const Record& input) = 0;
};

// The three time limits of the runner (TQ-CONF-008).
struct TimeLimits {
  std::chrono::milliseconds ready{60'000};
  std::chrono::milliseconds first_use{60'000};
  std::chrono::milliseconds call{10'000};
};

}  // namespace tq::conformance
