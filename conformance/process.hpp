// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tq::conformance {

// A child process in its own process group that is spoken to in lines. Whatever it does, no call
// blocks beyond its time limit, no buffer grows beyond its bound, and no signal reaches the caller.
class Process {
 public:
  // `command` is a program (searched in PATH) and its arguments. Gives the process or one plain
  // line that says why it could not be started.
  static std::variant<std::unique_ptr<Process>, std::string> start(
      const std::vector<std::string>& command);

  // Kills the whole group.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class End {
    kLine,     // one line came
    kTimeout,  // no whole line came in time
    kClosed,   // standard output was closed, usually because the program ended
    kTooLong,  // more than `max_line` bytes without a newline
    kUnasked,  // output before the request, or more than one line after it
  };
  struct Exchange {
    End end;
    std::string line;  // without the newline; for kUnasked everything that came
  };
  // Sends `request` and a newline and reads one line. After any end but kLine the process is of no
  // further use: stop() it.
  Exchange exchange(std::string_view request, std::chrono::milliseconds limit,
                    std::size_t max_line);

  // Kills the group and says how the program ended: "exited with status 3", "was killed by
  // signal 11 (Segmentation fault)"; "was still running" when only the kill ended it.
  std::string stop();

  // The last bytes that it wrote to standard error.
  const std::string& error_tail() const { return error_tail_; }

 private:
  Process(int pid, int input, int output, int error);
  bool read_error();

  int pid_;
  int input_;
  int output_;
  int error_;
  std::string buffer_;  // output not yet consumed, less than one line
  std::string error_tail_;
};

}  // namespace tq::conformance
