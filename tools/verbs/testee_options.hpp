// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <CLI/App.hpp>

#include "conformance/diff/inputs.hpp"
#include "conformance/testee.hpp"
#include "conformance/vectors/load.hpp"

// What the verbs that ask testees for the suite's inputs have in common (diff, determinism). What
// goes wrong here is a std::runtime_error with one plain line: exit status 2.
namespace tq::tools {

struct TesteeOptions {
  std::string vectors;
  std::string only = "*";
  std::string operation = "*";
  std::string tier = "all";
  std::string json;
  double ready_timeout = 60;  // seconds
  double first_timeout = 60;
  double timeout = 10;
};

// --vectors, --only, --operation, --tier, --json and the three time limits (TQ-CONF-008).
void add_testee_options(CLI::App& verb, TesteeOptions& options);

std::unique_ptr<conformance::Testee> open(const std::string& testee, const TesteeOptions& options);
conformance::LoadedVectors load(const TesteeOptions& options);
conformance::InputFilter filter_of(const TesteeOptions& options);
// " --vectors DIR" when the user gave one, else empty.
std::string vectors_option(const TesteeOptions& options);

void write_report(const std::string& path, const std::string& text);
bool wants_colour();

// One line on standard error that overwrites itself, on a terminal only.
class ProgressLine {
 public:
  ProgressLine();
  void show(const std::string& text);
  void clear();

 private:
  const bool is_terminal_;
};

}  // namespace tq::tools
