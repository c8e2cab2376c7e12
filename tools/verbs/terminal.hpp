// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// What differs between a terminal and a pipe.
namespace tq::tools {

// Standard output is a terminal and NO_COLOR is not set.
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
