// SPDX-License-Identifier: Apache-2.0
// tqc-testee: the fast implementation behind the pipe protocol, as one small static program.
#include <cstdio>
#include <string_view>

#include "conformance/builtin/optimized/optimized.hpp"
#include "conformance/serve.hpp"
#include "optimized/target.hpp"

namespace {

constexpr std::string_view kUsage =
    "usage: tqc-testee [--target NAME] [--list-targets] [--help]\n"
    "Answers the pipe protocol (chapter conformance) on standard input and output.\n"
    "  --target NAME   the instruction set that answers; the best of this processor if left out\n"
    "  --list-targets  names what this program can run here, best first, and ends\n";

constexpr int kWrongUsage = 2;

void print(std::FILE* file, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), file);
}

void list_targets(std::FILE* file, std::string_view separator) {
  std::string_view before;
  for (const tq::optimized::Kernels* kernels : tq::optimized::usable_targets()) {
    print(file, before);
    print(file, kernels->target);
    before = separator;
  }
  print(file, "\n");
}

int refuse_target(std::string_view name) {
  bool compiled = false;
  for (const tq::optimized::Kernels* kernels : tq::optimized::compiled_targets()) {
    compiled = compiled || kernels->target == name;
  }
  print(stderr, "tqc-testee: ");
  print(stderr, compiled ? "this processor cannot run target " : "no such target: ");
  print(stderr, name);
  print(stderr, "; usable here: ");
  list_targets(stderr, ", ");
  return kWrongUsage;
}

int refuse_argument(std::string_view argument) {
  print(stderr, "tqc-testee: unexpected argument ");
  print(stderr, argument);
  print(stderr, "\n");
  print(stderr, kUsage);
  return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const tq::optimized::Kernels* kernels = tq::optimized::usable_targets().front();
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help") {
      print(stdout, kUsage);
      return 0;
    }
    if (argument == "--list-targets") {
      list_targets(stdout, "\n");
      return 0;
    }
    if (argument != "--target" || i + 1 == argc) return refuse_argument(argument);
    const std::string_view name = argv[++i];
    kernels = tq::optimized::find_target(name);
    if (kernels == nullptr) return refuse_target(name);
  }
  const auto testee = tq::conformance::make_optimized_testee(*kernels);
  return tq::conformance::serve(*testee, stdin, stdout, stderr);
}
