// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "conformance/runner.hpp"
#include "tools/bench/inputs.hpp"

namespace tq::tools::bench {
namespace {

using optimized::Kernels;
using Shared = std::shared_ptr<Inputs>;

template <class T>
std::span<const unsigned char> bytes_of(const Buffer<T>& buffer) {
  return {reinterpret_cast<const unsigned char*>(buffer.data()), buffer.bytes()};
}

Case append(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    std::uint8_t* const gains = in->packed_out.data() + in->count * in->row_bytes;
    auto error = kernels.encode_rows({&in->plan, 1}, in->count, in->rows.data(), gains,
                                     in->packed_out.data());
    benchmark::DoNotOptimize(error);
  };
  const std::size_t bytes = in->head_dim * sizeof(float);
  return {"append",
          in->count,
          bytes,
          pass,
          {copy_pieces(in, in->wide.data(), in->rows.data(), bytes, in->count)},
          bytes_of(in->packed_out),
          {}};
}

Case fwht(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    for (std::size_t row = 0; row < in->count; ++row) {
      kernels.hadamard(in->wide.data() + row * in->head_dim, in->head_dim);
    }
  };
  // Every pass makes the values larger by a factor sqrt(d).
  const auto refill = [in] { std::memcpy(in->wide.data(), in->rows.data(), in->rows.bytes()); };
  const std::size_t bytes = in->head_dim * sizeof(float);
  return {"fwht",
          in->count,
          bytes,
          pass,
          {copy_pieces(in, in->wide.data(), in->rows.data(), bytes, in->count)},
          bytes_of(in->wide),
          refill};
}

Case quantize(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    for (std::size_t row = 0; row < in->count; ++row) {
      kernels.quantize(in->width, in->rows.data() + row * in->head_dim, in->head_dim,
                       in->narrow.data() + row * in->head_dim);
    }
  };
  const std::size_t bytes = in->head_dim * sizeof(float);
  return {"quantize",
          in->count,
          bytes,
          pass,
          {copy_pieces(in, in->wide.data(), in->rows.data(), bytes, in->count)},
          bytes_of(in->narrow),
          {}};
}

Case pack(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    for (std::size_t row = 0; row < in->count; ++row) {
      kernels.pack(in->width, in->codes.data() + row * in->head_dim, in->head_dim,
                   in->packed_out.data() + row * in->row_bytes);
    }
  };
  return {"pack",
          in->count,
          in->head_dim,
          pass,
          {copy_pieces(in, in->narrow.data(), in->codes.data(), in->head_dim, in->count)},
          bytes_of(in->packed_out),
          {}};
}

Case unpack(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    for (std::size_t row = 0; row < in->count; ++row) {
      kernels.unpack(in->width, in->packed.data() + row * in->row_bytes, in->head_dim,
                     in->narrow.data() + row * in->head_dim);
    }
  };
  return {"unpack",
          in->count,
          in->head_dim,
          pass,
          {copy_pieces(in, in->narrow.data(), in->codes.data(), in->head_dim, in->count)},
          bytes_of(in->narrow),
          {}};
}

Case decode(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    for (std::size_t row = 0; row < in->count; ++row) {
      bool is_finite = kernels.decode_row(in->plan, in->gains.data()[row],
                                          in->packed.data() + row * in->row_bytes,
                                          in->wide.data() + row * in->head_dim);
      benchmark::DoNotOptimize(is_finite);
    }
  };
  const std::size_t bytes = in->head_dim * sizeof(float);
  return {"decode",
          in->count,
          bytes,
          pass,
          {copy_pieces(in, in->wide.data(), in->rows.data(), bytes, in->count)},
          bytes_of(in->wide),
          {}};
}

Case scan(const Shared& in) {
  const auto pass = [in](const Kernels& kernels) {
    // Any row may play the query.
    kernels.score_rows(in->width, in->head_dim, in->packed.data(), in->row_bytes, in->count,
                       in->rows.data(), in->wide.data());
  };
  const std::size_t bytes = in->packed.bytes();
  return {"scan",
          in->count,
          in->row_bytes,
          pass,
          {copy_pieces(in, in->packed_out.data(), in->packed.data(), bytes, 1),
           read_lines(in, in->packed)},
          bytes_of(in->wide).first(in->count * sizeof(float)),
          {}};
}

struct Maker {
  std::string_view operation;
  bool has_width;
  Case (*make)(const Shared&);
};

constexpr Maker kMakers[] = {
    {"append", true, append}, {"fwht", false, fwht},    {"quantize", true, quantize},
    {"pack", true, pack},     {"unpack", true, unpack}, {"decode", true, decode},
    {"scan", true, scan},
};

constexpr int kWidths[] = {2, 3, 4};

std::string name_of(const Maker& maker, std::size_t head_dim, int width) {
  std::string name = fmt::format("{}/d{}", maker.operation, head_dim);
  if (maker.has_width) name += fmt::format("/w{}", width);
  return name;
}

}  // namespace

std::vector<Case> make_cases(const CaseOptions& options, const Kernels& scalar) {
  std::vector<Case> cases;
  for (const std::size_t head_dim : {64U, 128U, 256U}) {
    if (!options.all && head_dim != 128) continue;
    Shared inputs[std::size(kWidths)];
    for (const Maker& maker : kMakers) {
      for (std::size_t i = 0; i < std::size(kWidths); ++i) {
        if (!maker.has_width && i != 0) continue;
        std::string name = name_of(maker, head_dim, kWidths[i]);
        if (!conformance::matches_glob(options.only, name)) continue;
        if (!inputs[i])
          inputs[i] = std::make_shared<Inputs>(head_dim, kWidths[i], options.rows, scalar);
        cases.push_back(maker.make(inputs[i]));
        cases.back().name = std::move(name);
      }
    }
  }
  return cases;
}

void require_same_output(std::span<const Case> cases, std::span<const Kernels* const> targets) {
  for (const Case& measured : cases) {
    std::vector<unsigned char> expected;
    for (auto target = targets.rbegin(); target != targets.rend(); ++target) {
      if (measured.refill) measured.refill();
      measured.pass(**target);
      if (target == targets.rbegin()) {
        expected.assign(measured.output.begin(), measured.output.end());
      } else if (!std::ranges::equal(measured.output, expected)) {
        throw std::runtime_error(fmt::format("{}: {} leaves other bytes than {}", measured.name,
                                             (*target)->target, targets.back()->target));
      }
    }
  }
}

}  // namespace tq::tools::bench
