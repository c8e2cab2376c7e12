// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/measure.hpp"

#include <map>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace tq::tools::bench {
namespace {

using optimized::Kernels;

// Pausing the clock costs about a microsecond, a pass at least ten: 1 % at most.
constexpr int kPassesPerRefill = 8;

struct Series {
  Times* times;
  std::size_t rows;
};
using SeriesByName = std::map<std::string, Series, std::less<>>;

class Collector : public benchmark::BenchmarkReporter {
 public:
  Collector(const SeriesByName& series, const std::function<void(std::string_view)>& progress)
      : series_(series), progress_(progress) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const Series& series = series_.at(run.run_name.function_name);
      series.times->nanoseconds.push_back(run.GetAdjustedCPUTime() /
                                          static_cast<double>(series.rows));
      if (progress_) progress_(run.run_name.function_name);
    }
  }

 private:
  const SeriesByName& series_;
  const std::function<void(std::string_view)>& progress_;
};

void register_loop(const std::string& name, double seconds, std::function<void()> pass,
                   std::function<void()> refill) {
  benchmark::RegisterBenchmark(name.c_str(), [pass = std::move(pass),
                                              refill = std::move(refill)](benchmark::State& state) {
    int passes_left = 0;
    for (auto _ : state) {
      if (refill && passes_left-- == 0) {
        state.PauseTiming();
        refill();
        passes_left = kPassesPerRefill - 1;
        state.ResumeTiming();
      }
      pass();
      benchmark::ClobberMemory();
    }
  })->MinTime(seconds);
}

}  // namespace

std::vector<CaseTimes> measure(std::span<const Case> cases, std::span<const Kernels* const> targets,
                               const MeasureOptions& options) {
  std::vector<CaseTimes> results;
  for (const Case& measured : cases) {
    CaseTimes& times = results.emplace_back(CaseTimes{measured.name, measured.bytes, {}, {}});
    for (const Yardstick& yardstick : measured.yardsticks) {
      times.yardsticks.push_back({std::string(yardstick.name), {}});
    }
    for (const Kernels* target : targets)
      times.targets.push_back({std::string(target->target), {}});
  }

  benchmark::ClearRegisteredBenchmarks();
  SeriesByName series;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& measured = cases[i];
    const auto add = [&](Times& times, std::function<void()> pass, std::function<void()> refill) {
      const std::string name = measured.name + '/' + times.name;
      series.emplace(name, Series{&times, measured.rows});
      register_loop(name, options.seconds, std::move(pass), std::move(refill));
    };
    for (std::size_t j = 0; j < measured.yardsticks.size(); ++j) {
      add(results[i].yardsticks[j], measured.yardsticks[j].pass, {});
    }
    for (std::size_t j = 0; j < targets.size(); ++j) {
      add(
          results[i].targets[j], [&measured, target = targets[j]] { measured.pass(*target); },
          measured.refill);
    }
  }
  Collector collector(series, options.progress);
  for (int i = 0; i < options.repetitions; ++i) {
    benchmark::RunSpecifiedBenchmarks(&collector, ".");
  }
  benchmark::ClearRegisteredBenchmarks();
  return results;
}

}  // namespace tq::tools::bench
