// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "conformance/vector.hpp"

namespace tq::conformance {

// What vectors say, free of any file syntax (TQ-VECT-014): one line "id TAB path TAB text" per
// leaf. Two files mean the same exactly when these texts are equal.
std::string meaning_of(std::span<const Vector> vectors);

}  // namespace tq::conformance
