// SPDX-License-Identifier: Apache-2.0
#include "conformance/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace tq::conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kErrorTail = 4096;
// A program that has closed its output gets this long to end by itself, so that its own exit
// status or signal is reported instead of our kill.
constexpr auto kGrace = std::chrono::milliseconds(500);

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

struct Pipe {
  int ends[2] = {-1, -1};
  bool open() { return ::pipe2(ends, O_CLOEXEC) == 0; }
  int take(int end) { return std::exchange(ends[end], -1); }
  ~Pipe() {
    close_if_open(ends[0]);
    close_if_open(ends[1]);
  }
};

// Between fork and exec: async-signal-safe calls only. Never returns.
[[noreturn]] void become(char* const* arguments, int input, int output, int error, int report) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  if (::dup2(input, 0) >= 0 && ::dup2(output, 1) >= 0 && ::dup2(error, 2) >= 0) {
    ::execvp(arguments[0], arguments);
  }
  const int why = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &why, sizeof(why));
  ::_exit(127);
}

// Keeps SIGPIPE from this thread while it lives; one raised meanwhile is taken off the queue.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const int saved = errno;
    if (::sigismember(&before_, SIGPIPE) == 0) {
      const timespec now{0, 0};
      while (::sigtimedwait(&pipe_, nullptr, &now) > 0) {
      }
      ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    errno = saved;
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
};

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

void set_nonblocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

std::variant<std::unique_ptr<Process>, std::string> Process::start(
    const std::vector<std::string>& command) {
  if (command.empty()) return std::string("cannot start: empty command");
  std::vector<std::string> copies = command;
  std::vector<char*> arguments;
  for (std::string& copy : copies) arguments.push_back(copy.data());
  arguments.push_back(nullptr);

  Pipe input;
  Pipe output;
  Pipe error;
  Pipe report;  // closes by itself when exec succeeds
  if (!input.open() || !output.open() || !error.open() || !report.open()) {
    return fmt::format("cannot start {}: {}", command[0], std::strerror(errno));
  }
  const pid_t pid = ::fork();
  if (pid < 0) return fmt::format("cannot start {}: {}", command[0], std::strerror(errno));
  if (pid == 0) {
    become(arguments.data(), input.ends[0], output.ends[1], error.ends[1], report.ends[1]);
  }
  ::setpgid(pid, pid);  // also here: the group must exist before anybody kills it
  close_if_open(report.ends[1]);
  int why = 0;
  ssize_t got = 0;
  do {
    got = ::read(report.ends[0], &why, sizeof(why));
  } while (got < 0 && errno == EINTR);
  std::unique_ptr<Process> process(new Process(pid, input.take(1), output.take(0), error.take(0)));
  if (got == sizeof(why)) return fmt::format("cannot start {}: {}", command[0], std::strerror(why));
  return process;
}

Process::Process(int pid, int input, int output, int error)
    : pid_(pid), input_(input), output_(output), error_(error) {
  set_nonblocking(input_);
  set_nonblocking(output_);
  set_nonblocking(error_);
}

Process::~Process() { stop(); }

Process::Exchange Process::exchange(std::string_view request, std::chrono::milliseconds limit,
                                    std::size_t max_line) {
  const auto deadline = Clock::now() + limit;
  std::string outgoing(request);
  outgoing += '\n';
  std::size_t sent = 0;
  std::size_t scanned = 0;
  char block[65'536];

  // What waits before the request was sent cannot be its answer.
  const ssize_t early = ::read(output_, block, sizeof(block));
  if (early > 0) return {End::kUnasked, std::string(block, static_cast<std::size_t>(early))};

  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return {End::kTimeout, std::move(buffer_)};
    pollfd watched[3] = {{output_, POLLIN, 0},
                         {error_, POLLIN, 0},
                         {sent < outgoing.size() ? input_ : -1, POLLOUT, 0}};
    const int wait = static_cast<int>(std::min<long long>(left, 1'000'000));
    if (::poll(watched, 3, wait) < 0 && errno != EINTR) return {End::kClosed, {}};

    if (watched[1].revents != 0 && !read_error()) close_if_open(error_);
    if (watched[2].revents != 0) {
      const WithoutSigpipe guard;
      const ssize_t wrote = ::write(input_, outgoing.data() + sent, outgoing.size() - sent);
      if (wrote > 0) sent += static_cast<std::size_t>(wrote);
      // A program may close its input and still have an answer under way; its output decides.
      if (wrote < 0 && !would_block()) sent = outgoing.size();
    }
    if (watched[0].revents == 0) continue;
    const ssize_t got = ::read(output_, block, sizeof(block));
    if (got == 0 || (got < 0 && !would_block())) return {End::kClosed, std::move(buffer_)};
    if (got < 0) continue;
    buffer_.append(block, static_cast<std::size_t>(got));
    const std::size_t newline = buffer_.find('\n', scanned);
    scanned = buffer_.size();
    if (std::min(newline, buffer_.size()) > max_line) {
      return {End::kTooLong, std::exchange(buffer_, {})};
    }
    if (newline == std::string::npos) continue;
    const bool is_one_line = newline + 1 == buffer_.size();
    std::string line = std::exchange(buffer_, {});
    if (!is_one_line) return {End::kUnasked, std::move(line)};
    line.resize(newline);
    return {End::kLine, std::move(line)};
  }
}

bool Process::read_error() {
  char block[65'536];
  const ssize_t got = ::read(error_, block, sizeof(block));
  if (got == 0 || (got < 0 && !would_block())) return false;
  if (got > 0) {
    error_tail_.append(block, static_cast<std::size_t>(got));
    if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
  }
  return true;
}

std::string Process::stop() {
  if (pid_ < 0) return "had been stopped";
  close_if_open(input_);
  int status = 0;
  pid_t ended = 0;
  for (const auto until = Clock::now() + kGrace; ended == 0 && Clock::now() < until;) {
    // Keep its standard error flowing: a program may be blocked on it while it dies.
    pollfd watched{error_, POLLIN, 0};
    ::poll(&watched, 1, 5);
    if (watched.revents != 0 && !read_error()) close_if_open(error_);
    ended = ::waitpid(pid_, &status, WNOHANG);
  }
  // The group may outlive its leader: children that the program started.
  ::kill(-pid_, SIGKILL);
  const bool killed = ended == 0;
  while (killed && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (error_ >= 0) read_error();
  close_if_open(output_);
  close_if_open(error_);
  pid_ = -1;
  if (killed) return "was still running";
  if (WIFSIGNALED(status)) {
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  }
  return fmt::format("exited with status {}", WEXITSTATUS(status));
}

}  // namespace tq::conformance
