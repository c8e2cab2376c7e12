// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tq::tools::bench {

struct Machine {
  std::string processor;
  unsigned cores;
  std::string compiler;
  std::string flags;  // of this build
};

// The machine and the program that run now.
Machine this_machine();

}  // namespace tq::tools::bench
