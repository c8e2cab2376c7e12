// SPDX-License-Identifier: Apache-2.0
#include "tools/gen/key_rows.hpp"

namespace tq::tools {

using conformance::Record;
using conformance::Word64;

Record KeyCall::shape() const {
  return {{"width", width},       {"transform", transform}, {"gain_coding", gain_coding},
          {"head_dim", head_dim}, {"tokens", tokens},       {"kv_heads", kv_heads},
          {"layer", layer},       {"seed", Word64{seed}}};
}

Record KeyCall::encode_input(conformance::Words x) const {
  Record record = shape();
  record.add("x", std::move(x));
  return record;
}

Record KeyCall::decode_input(conformance::Bytes gains, conformance::Bytes rows) const {
  Record record = shape();
  record.add("gains", std::move(gains));
  record.add("rows", std::move(rows));
  return record;
}

}  // namespace tq::tools
