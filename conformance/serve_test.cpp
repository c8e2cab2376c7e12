// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>
#include <string>

#include "conformance/wire.hpp"

namespace tq::conformance {
namespace {

using testing::HasSubstr;

// Declines codes of width 1 and falls over width 2.
class Frail : public Testee {
 public:
  std::variant<Identity, NoAnswer> start() override {
    return Identity{"frail", "1", {{"packing.pack", {"bits", ""}}}};
  }
  Reply call(const contract::Operation&, const Record& input) override {
    if (input.integer("width") == 1) return NoAnswer{Trouble::kUnsupported, "width 1 is not here"};
    if (input.integer("width") == 2) return NoAnswer{Trouble::kCrash, "signal 11"};
    return Answer{{}, {{"packed", Bytes{{7}}}}, {}};
  }
};

// A temporary file that holds a text.
class TextFile {
 public:
  explicit TextFile(const std::string& text = "") : file_(std::tmpfile()) {
    std::fwrite(text.data(), 1, text.size(), file_);
    std::rewind(file_);
  }
  ~TextFile() { std::fclose(file_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  std::FILE* file() { return file_; }
  std::string text() {
    std::rewind(file_);
    std::string text;
    for (int byte = std::fgetc(file_); byte != EOF; byte = std::fgetc(file_)) {
      text.push_back(static_cast<char>(byte));
    }
    return text;
  }

 private:
  std::FILE* file_;
};

std::string call(int id, int width) {
  return R"({"op":"call","id":)" + std::to_string(id) +
         R"(,"operation":"packing.pack","input":{"width":)" + std::to_string(width) +
         R"(,"codes":"01"}})" + "\n";
}

TEST(Serve, SpeaksTheProtocol) {
  Frail testee;
  const auto& operation = *contract::find_operation("packing.pack");
  const Record input = {{"width", std::uint64_t{8}}, {"codes", Bytes{{5}}}};
  TextFile in(encode_hello() + "\n" + encode_call(1, operation, input) + "\nnonsense\n");
  TextFile out;
  TextFile log;
  EXPECT_EQ(serve(testee, in.file(), out.file(), log.file()), 1);
  std::istringstream lines(out.text());
  std::string ready;
  std::string answer;
  std::getline(lines, ready);
  std::getline(lines, answer);
  EXPECT_TRUE(std::holds_alternative<Ready>(decode_ready(ready)));
  EXPECT_EQ(answer, R"({"id":1,"output":{"packed":"07"}})");
  EXPECT_THAT(log.text(), HasSubstr("not JSON"));
}

TEST(Serve, ReadsALastLineWithoutNewlineAndRefusesAZeroByte) {
  Frail testee;
  TextFile hello(encode_hello());
  TextFile out;
  TextFile log;
  EXPECT_EQ(serve(testee, hello.file(), out.file(), log.file()), 0);
  EXPECT_THAT(out.text(), HasSubstr("\"op\":\"ready\""));
  TextFile zero(encode_hello() + std::string("\0\n", 2));
  EXPECT_EQ(serve(testee, zero.file(), out.file(), log.file()), 1);
  EXPECT_THAT(log.text(), HasSubstr("zero byte"));
}

// TQ-CONF-002
TEST(Serve, RefusesALineThatDoesNotEnd) {
  Frail testee;
  TextFile in(std::string(kMaxLine + 10, ' '));
  TextFile out;
  TextFile log;
  EXPECT_EQ(serve(testee, in.file(), out.file(), log.file()), 1);
  EXPECT_EQ(out.text(), "");
  EXPECT_EQ(log.text(), "tqc serve: a line of more than 16777216 bytes\n");
}

TEST(Serve, PassesOnWhatIsDeclined) {
  Frail frail;
  TextFile in(call(1, 1) + call(2, 8));
  TextFile out;
  TextFile log;
  EXPECT_EQ(serve(frail, in.file(), out.file(), log.file()), 0);
  EXPECT_EQ(out.text(),
            "{\"id\":1,\"unsupported\":\"width 1 is not here\"}\n"
            "{\"id\":2,\"output\":{\"packed\":\"07\"}}\n");
}

// TQ-CONF-014: a testee behind `tqc serve` that dies must not look as if it had declined.
TEST(Serve, EndsWithTheTesteeThatItServes) {
  Frail frail;
  TextFile in(call(1, 8) + call(2, 2) + call(3, 8));
  TextFile out;
  TextFile log;
  EXPECT_EQ(serve(frail, in.file(), out.file(), log.file()), 1);
  EXPECT_EQ(out.text(), "{\"id\":1,\"output\":{\"packed\":\"07\"}}\n");
  EXPECT_EQ(log.text(), "tqc serve: signal 11\n");
}

}  // namespace
}  // namespace tq::conformance
