// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conformance/builtin/parity/choices.hpp"
#include "reference/page.hpp"

namespace tq::conformance {

// A page that the reference writes: few tokens, often with free slots.
reference::Page choose_page(Choices& choices);

}  // namespace tq::conformance
