// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <string>
#include <string_view>

#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) {}

  // False at the end, or when a line is longer than TQ-CONF-002 allows. Without the newline; valid
  // until the next call.
  bool next(std::string_view& line) {
    line_.clear();
    int byte = ::getc_unlocked(file_);
    for (; byte != EOF && byte != '\n'; byte = ::getc_unlocked(file_)) {
      is_too_long_ = line_.size() + 1 == kMaxLine;
      if (is_too_long_) return false;
      line_ += static_cast<char>(byte);
    }
    line = line_;
    return byte != EOF || !line_.empty();
  }
  bool is_too_long() const { return is_too_long_; }

 private:
  std::FILE* file_;
  std::string line_;
  bool is_too_long_ = false;
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
  if (!reader.is_too_long()) return 0;
  write_line("tqc serve: a line of more than " + std::to_string(kMaxLine) + " bytes", log);
  return 1;
}

}  // namespace tq::conformance
