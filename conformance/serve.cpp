// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}
  ~LineReader() { std::free(line_); }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // False at the end. Without the newline; valid until the next call.
  bool next(std::string_view& line) {
    const auto size = ::getline(&line_, &capacity_, file_);
    if (size < 0) return false;
    line = {line_, static_cast<std::size_t>(size)};
    if (line.ends_with('\n')) line.remove_suffix(1);
    return true;
  }

 private:
  std::FILE* file_;
  char* line_ = nullptr;
  std::size_t capacity_ = 0;
};

void write_line(std::string text, std::FILE* file) {
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

}  // namespace

int serve(Testee& testee, std::FILE* in, std::FILE* out, std::FILE* log) {
  const auto started = testee.start();
  if (const auto* none = std::get_if<NoAnswer>(&started)) {
    write_line("tqc serve: " + none->detail, log);
    return 1;
  }
  const Ready ready{std::get<Identity>(started), kMaxLine};
  LineReader reader(in);
  for (std::string_view line; reader.next(line);) {  // TQ-CONF-020: ends with its input
    const auto request = decode_request(line);
    if (const auto* wrong = std::get_if<WireError>(&request)) {
      write_line("tqc serve: " + wrong->detail, log);
      return 1;
    }
    if (const auto* call = std::get_if<Call>(&request)) {
      const Reply reply = testee.call(*call->operation, call->input);
      const auto* none = std::get_if<NoAnswer>(&reply);
      if (none != nullptr && none->trouble != Trouble::kUnsupported) {
        write_line("tqc serve: " + none->detail, log);
        return 1;
      }
      write_line(encode_answer(call->id, reply), out);
    } else {
      write_line(encode_ready(ready), out);
    }
  }
  return 0;
}

}  // namespace tq::conformance
