// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "conformance/determinism/counterexample.hpp"
#include "conformance/determinism/splits.hpp"

namespace tq::conformance {

// The parts that are asked for: every unit by itself (at most 32 of them, of both ends and
// between), both halves, and both sides of a cut behind an odd number of units. For a rule of
// prefixes: one unit, half, an odd number, and all but the last.
std::vector<Part> parts_of(const Split& split);

// The call for a part of `whole`.
AskedCall call_of(const AskedCall& whole, const Split& split, const Part& part);

// What the larger call says of a part against what the part by itself gives; nothing when they are
// equal, or when the smaller call is declined. Precondition: `whole` holds outputs.
std::optional<Difference> batch_difference(const Split& split, const Part& part,
                                           const Answer& whole, const AskedCall& call,
                                           const Reply& reply);

// Makes a difference between `whole` and its `part` as small as it gets: the fewest consecutive
// rows whose common call gives one of them another answer than its own call does (TQ-CONF-052).
// Nothing when the two calls agree after a start each, so that something else changed the answer.
std::optional<Counterexample> shrink_batch(Session& session, const SplitRule& rule,
                                           const AskedCall& whole, const Part& part);

}  // namespace tq::conformance
