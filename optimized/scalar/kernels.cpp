// SPDX-License-Identifier: Apache-2.0
#include "optimized/scalar/kernels.hpp"

namespace tq::optimized::scalar {

const Kernels kKernels = {
    .target = "SCALAR",
    .evaluate = evaluate,
    .dot_lanes = dot_lanes,
    .tree = tree,
    .to_binary16 = to_binary16,
    .from_binary16 = from_binary16,
    .largest_magnitude = largest_magnitude,
    .scale = scale,
    .flip = flip,
    .hadamard = hadamard,
    .quantize = quantize,
    .dequantize = dequantize,
    .pack = pack,
    .unpack = unpack,
    .pack_signs = pack_signs,
    .encode_rows = encode_rows,
    .decode_row = decode_row,
    .score_rows = score_rows,
};

}  // namespace tq::optimized::scalar
