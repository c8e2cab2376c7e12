// SPDX-License-Identifier: Apache-2.0
// judge VECTORS: a testee in this process, with one right operation and one wrong one.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "conformance/report.hpp"
#include "conformance/runner.hpp"
#include "conformance/vectors/load.hpp"

namespace {

using namespace tq::conformance;

class MyPacking final : public Testee {
 public:
  explicit MyPacking(std::uint8_t fault) : fault_(fault) {}

  std::variant<Identity, NoAnswer> start() override {
    return Identity{"my-packing", "1", {{"packing.pack", {"bits", ""}}}};
  }

  Reply call(const tq::contract::Operation&, const Record& input) override {
    const std::uint64_t width = input.integer("width");
    if (width < 1 || width > 8) return refuse(tq::contract::Error::kBadArgument);
    Bytes packed;
    std::uint32_t pending = 0;
    std::uint64_t bits = 0;
    for (const std::uint8_t code : input.bytes("codes")) {
      if (code >> width != 0) return refuse(tq::contract::Error::kCodeOutOfRange);
      pending |= static_cast<std::uint32_t>(code) << bits;
      for (bits += width; bits >= 8; bits -= 8, pending >>= 8) add(packed, pending);
    }
    if (bits > 0) add(packed, pending);
    Answer answer;
    answer.output = {{"packed", packed}};
    return answer;
  }

 private:
  void add(Bytes& packed, std::uint32_t pending) const {
    packed.values.push_back(static_cast<std::uint8_t>(pending ^ fault_));
  }

  const std::uint8_t fault_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto loaded = load_vectors(argv[1]);
  if (const auto* why = std::get_if<std::string>(&loaded)) {
    std::cerr << *why << '\n';
    return 2;
  }
  const auto& vectors = std::get<LoadedVectors>(loaded);
  RunOptions options;
  options.operation = "packing.pack";
  for (const std::uint8_t fault : {0, 1}) {
    MyPacking testee(fault);
    const Run run = run_vectors(testee, vectors.files, options);
    const Verdicts verdicts = reach_verdicts(run);
    ReportContext context;
    context.root = vectors.root;
    std::cout << text_report(run, verdicts, context, false);
    if (verdicts.conforms != (fault == 0)) return 1;
  }
}
