// SPDX-License-Identifier: Apache-2.0
// tqc-abi-host: the child process in which a library with the C ABI runs (chapter conformance,
// "C ABI"). It loads the library and shuttles messages, one line of hex digits each; it understands
// none of them, so that a library that scribbles over this process can at most garble its own
// replies, which the runner reads with suspicion.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "conformance/abi/tqc_testee.h"

namespace {

using Answer = decltype(&tqc_answer);

[[noreturn]] void die(std::string_view what) {
  std::fprintf(stderr, "tqc-abi-host: %.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(1);
}

// TQ-CONF-032, TQ-CONF-034: memory between two stretches that nobody may touch: a write or read
// beyond either end is a segmentation fault, which ends this process and is the outcome of the
// vector.
class Guarded {
 public:
  explicit Guarded(std::size_t bytes) : size_((bytes + kPage - 1) / kPage * kPage) {
    void* map = ::mmap(nullptr, size_ + 2 * kGuard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) die("no memory for a message");
    map_ = static_cast<std::uint8_t*>(map);
    protect(PROT_READ | PROT_WRITE);
  }
  ~Guarded() { ::munmap(map_, size_ + 2 * kGuard); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  void protect(int rights) {
    if (::mprotect(data(), size_, rights) != 0) die(std::strerror(errno));
  }
  std::uint8_t* data() const { return map_ + kGuard; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kPage = 65'536;  // a multiple of the page size of every Linux
  static constexpr std::size_t kGuard = std::size_t{1} << 20;
  const std::size_t size_;
  std::uint8_t* map_;
};

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void write_line(std::FILE* answers, const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), answers);
  std::fputc('\n', answers);
  std::fflush(answers);
}

std::string to_hex(const std::uint8_t* bytes, std::size_t size) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string line;
  line.reserve(2 * size);
  for (std::size_t i = 0; i < size; ++i) {
    line += kDigits[bytes[i] >> 4];
    line += kDigits[bytes[i] & 15];
  }
  return line;
}

// The reply as a line, or a line that begins with ! and says what is wrong with it (TQ-CONF-033).
std::string ask(Answer answer, std::string_view hex) {
  constexpr std::uint8_t kUnwritten = 0xa5;
  const std::size_t size = hex.size() / 2;
  Guarded request(size);
  // Its last byte stands before the guard.
  std::uint8_t* message = request.data() + request.size() - size;
  for (std::size_t i = 0; i < size; ++i) {
    message[i] = static_cast<std::uint8_t>(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
  }
  request.protect(PROT_READ);
  std::uint32_t capacity = 65'536;
  for (int attempt = 0;; ++attempt) {
    Guarded reply(capacity);
    capacity = static_cast<std::uint32_t>(reply.size());
    std::memset(reply.data(), kUnwritten, reply.size());
    const std::uint32_t wrote =
        answer(message, static_cast<std::uint32_t>(size), reply.data(), capacity);
    if (wrote <= capacity) return to_hex(reply.data(), wrote);
    // Short: the runner shows the first 60 characters.
    const std::string what = "!a reply of " + std::to_string(wrote) + " bytes";
    if (wrote > TQC_MAX_MESSAGE) return what + ", above " + std::to_string(TQC_MAX_MESSAGE);
    if (attempt > 0) return what + ", more than it had asked for";
    capacity = wrote;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string_view(argv[1]) == "--help") {
    std::fprintf(stderr, "usage: tqc-abi-host ./LIBRARY.so, started by tqc run --testee\n");
    return 2;
  }
  // The library gets an empty input, and what it prints goes to standard error.
  const int requests_in = ::fcntl(0, F_DUPFD_CLOEXEC, 10);
  const int answers_out = ::fcntl(1, F_DUPFD_CLOEXEC, 10);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (requests_in < 0 || answers_out < 0 || nothing < 0 || ::dup2(nothing, 0) < 0 ||
      ::dup2(2, 1) < 0) {
    die(std::strerror(errno));
  }
  std::FILE* requests = ::fdopen(requests_in, "r");
  std::FILE* answers = ::fdopen(answers_out, "w");
  if (requests == nullptr || answers == nullptr) die(std::strerror(errno));

  void* library = ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) die(::dlerror());
  void* symbol = ::dlsym(library, "tqc_answer");
  if (symbol == nullptr) die("the library does not export tqc_answer");
  const auto answer = reinterpret_cast<Answer>(symbol);

  char* line = nullptr;
  std::size_t room = 0;
  for (ssize_t length; (length = ::getline(&line, &room, requests)) > 0;) {
    std::string_view hex(line, static_cast<std::size_t>(length));
    if (hex.ends_with('\n')) hex.remove_suffix(1);
    if (hex.size() % 16 != 0 || hex.size() / 2 > TQC_MAX_MESSAGE ||
        hex.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
      die("a request that is no line of hex digits of whole 8 bytes");
    }
    write_line(answers, ask(answer, hex));
  }
  std::free(line);
  return 0;  // TQ-CONF-020
}
