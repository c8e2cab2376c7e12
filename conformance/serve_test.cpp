// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>

namespace tq::conformance {
namespace {

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

struct File {
  explicit File(const std::string& text = "") : file(std::tmpfile()) {
    std::fwrite(text.data(), 1, text.size(), file);
    std::rewind(file);
  }
  ~File() { std::fclose(file); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  std::string text() const {
    std::string all(static_cast<std::size_t>(std::ftell(file)), '\0');
    std::rewind(file);
    all.resize(std::fread(all.data(), 1, all.size(), file));
    return all;
  }
  std::FILE* file;
};

std::string call(int id, int width) {
  return R"({"op":"call","id":)" + std::to_string(id) +
         R"(,"operation":"packing.pack","input":{"width":)" + std::to_string(width) +
         R"(,"codes":"01"}})" + "\n";
}

TEST(Serve, PassesOnWhatIsDeclined) {
  Frail frail;
  const File in(call(1, 1) + call(2, 8));
  const File out;
  const File log;
  EXPECT_EQ(serve(frail, in.file, out.file, log.file), 0);
  EXPECT_EQ(out.text(),
            "{\"id\":1,\"unsupported\":\"width 1 is not here\"}\n"
            "{\"id\":2,\"output\":{\"packed\":\"07\"}}\n");
}

// TQ-CONF-014: a testee behind `tqc serve` that dies must not look as if it had declined.
TEST(Serve, EndsWithTheTesteeThatItServes) {
  Frail frail;
  const File in(call(1, 8) + call(2, 2) + call(3, 8));
  const File out;
  const File log;
  EXPECT_EQ(serve(frail, in.file, out.file, log.file), 1);
  EXPECT_EQ(out.text(), "{\"id\":1,\"output\":{\"packed\":\"07\"}}\n");
  EXPECT_EQ(log.text(), "tqc serve: signal 11\n");
}

}  // namespace
}  // namespace tq::conformance
