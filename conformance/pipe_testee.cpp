// SPDX-License-Identifier: Apache-2.0
#include "conformance/pipe_testee.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conformance/json_strict.hpp"
#include "conformance/process.hpp"
#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

std::string seconds(std::chrono::milliseconds limit) {
  return fmt::format("{} s", static_cast<double>(limit.count()) / 1000.0);
}

// The last line of standard error often names the cause.
std::string last_error_line(std::string_view tail) {
  while (!tail.empty() && (tail.back() == '\n' || tail.back() == '\r')) tail.remove_suffix(1);
  if (tail.empty()) return "";
  const std::size_t newline = tail.rfind('\n');
  const auto line = newline == std::string_view::npos ? tail : tail.substr(newline + 1);
  return fmt::format("; its standard error ends: {}", printable_excerpt(line));
}

// One message a line both ways (TQ-CONF-001), nothing but answers on standard output (TQ-CONF-012);
// started again after a crash or a time-out, since calls are independent (TQ-CONF-021).
class PipeTestee : public Testee {
 public:
  PipeTestee(std::vector<std::string> command, const TimeLimits& limits, const Messages& messages)
      : command_(std::move(command)), limits_(limits), messages_(messages) {}

  std::variant<Identity, NoAnswer> start() override {
    used_.clear();
    process_.reset();
    auto started = Process::start(command_);
    if (auto* why = std::get_if<std::string>(&started)) {
      return failed_start({Trouble::kCrash, std::move(*why)});
    }
    process_ = std::move(std::get<std::unique_ptr<Process>>(started));
    Process::Exchange exchange = process_->exchange(messages_.hello(), limits_.ready, kMaxLine);
    if (exchange.end != Process::End::kLine) {
      return failed_start(trouble(exchange, "hello", limits_.ready));
    }
    auto decoded = messages_.ready(exchange.line);
    if (auto* wrong = std::get_if<WireError>(&decoded)) {
      process_.reset();
      return failed_start({Trouble::kProtocolError, std::move(wrong->detail)});
    }
    auto& ready = std::get<Ready>(decoded);
    // A testee that claims something else after a restart would make the certificate a riddle.
    if (identity_ && identity_->claims != ready.identity.claims) {
      process_.reset();
      return failed_start({Trouble::kProtocolError, "its claims changed after a restart"});
    }
    if (identity_ && identity_->target != ready.identity.target) {  // TQ-CONF-025
      process_.reset();
      return failed_start({Trouble::kProtocolError, "its target changed after a restart"});
    }
    failed_starts_ = 0;
    identity_ = ready.identity;
    max_line_ = ready.max_line;
    return std::move(ready.identity);
  }

  Reply call(const contract::Operation& operation, const Record& input) override {
    const std::uint64_t id = next_id_++;
    const std::string request = messages_.call(id, operation, input);
    // TQ-CONF-013
    if (request.size() + 1 > max_line_) {
      return NoAnswer{Trouble::kUnsupported,
                      fmt::format("the request has {} bytes, the testee reads lines of at most {}",
                                  request.size() + 1, max_line_)};
    }
    int& timeouts = timeouts_in_a_row_[std::string(operation.name)];
    if (timeouts >= kPatience) {
      return NoAnswer{Trouble::kTimeout, fmt::format("not asked: {} timed out {} times in a row",
                                                     operation.name, kPatience)};
    }
    if (auto none = ensure_running()) return std::move(*none);
    // TQ-CONF-008: the first use of an operation by this process has its own limit.
    const bool first = used_.insert(std::string(operation.name)).second;
    const auto limit = first ? limits_.first_use : limits_.call;
    Process::Exchange exchange = process_->exchange(request, limit, kMaxLine);
    timeouts = exchange.end == Process::End::kTimeout ? timeouts + 1 : 0;
    if (exchange.end != Process::End::kLine) {
      return trouble(exchange, fmt::format("call {}", id), limit);
    }
    auto decoded = messages_.answer(exchange.line, id, operation);
    if (auto* answer = std::get_if<Answer>(&decoded)) return std::move(*answer);
    if (auto* declined = std::get_if<Declined>(&decoded)) {
      return NoAnswer{Trouble::kUnsupported, std::move(declined->reason)};
    }
    process_.reset();
    return NoAnswer{Trouble::kProtocolError, std::move(std::get<WireError>(decoded).detail)};
  }

 private:
  NoAnswer failed_start(NoAnswer none) {
    ++failed_starts_;
    last_failure_ = none;
    return none;
  }

  std::optional<NoAnswer> ensure_running() {
    if (process_) return std::nullopt;
    if (failed_starts_ >= kPatience) {
      return NoAnswer{last_failure_.trouble,
                      fmt::format("not started again after {} failed starts in a row: {}",
                                  kPatience, last_failure_.detail)};
    }
    auto started = start();
    if (auto* none = std::get_if<NoAnswer>(&started)) return std::move(*none);
    return std::nullopt;
  }

  // Ends the process and says in one line what happened.
  NoAnswer trouble(const Process::Exchange& exchange, const std::string& request,
                   std::chrono::milliseconds limit) {
    const std::string ended = process_->stop();
    const std::string error = last_error_line(process_->error_tail());
    process_.reset();
    switch (exchange.end) {
      case Process::End::kTimeout:
        return {Trouble::kTimeout,
                fmt::format("no answer to {} within {}{}", request, seconds(limit), error)};
      case Process::End::kTooLong:
        return {
            Trouble::kProtocolError,
            fmt::format("more than {} bytes without a newline in answer to {}", kMaxLine, request)};
      case Process::End::kUnasked:
        return {Trouble::kProtocolError, fmt::format("wrote without being asked, around {}: {}",
                                                     request, printable_excerpt(exchange.line))};
      case Process::End::kClosed:
      case Process::End::kLine:
        break;
    }
    return {Trouble::kCrash, fmt::format("closed its output before the answer to {} and {}{}",
                                         request, ended, error)};
  }

  const std::vector<std::string> command_;
  const TimeLimits limits_;
  const Messages& messages_;
  std::unique_ptr<Process> process_;
  std::optional<Identity> identity_;
  std::size_t max_line_ = kMinTesteeLine;
  std::uint64_t next_id_ = 1;
  std::set<std::string> used_;
  std::map<std::string, int> timeouts_in_a_row_;
  int failed_starts_ = 0;
  NoAnswer last_failure_{Trouble::kCrash, ""};
};

}  // namespace

std::unique_ptr<Testee> make_pipe_testee(std::vector<std::string> command, const TimeLimits& limits,
                                         const Messages& messages) {
  return std::make_unique<PipeTestee>(std::move(command), limits, messages);
}

}  // namespace tq::conformance
