// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

// One function per verb, in the file of that name. It adds a subcommand to `app`; when the user
// calls it, it stores the exit status: 0 success, 1 a check failed, 2 wrong usage or bad input.
namespace tq::tools {

void add_gen(CLI::App& app, int& exit_status);
void add_verify(CLI::App& app, int& exit_status);
void add_lint(CLI::App& app, int& exit_status);
void add_run(CLI::App& app, int& exit_status);
void add_requests(CLI::App& app, int& exit_status);
void add_judge(CLI::App& app, int& exit_status);
void add_serve(CLI::App& app, int& exit_status);
void add_explain(CLI::App& app, int& exit_status);
void add_page(CLI::App& app, int& exit_status);
void add_trace(CLI::App& app, int& exit_status);
void add_bench(CLI::App& app, int& exit_status);
void add_mutants(CLI::App& app, int& exit_status);
void add_diff(CLI::App& app, int& exit_status);
void add_determinism(CLI::App& app, int& exit_status);
void add_completion(CLI::App& app, int& exit_status);

}  // namespace tq::tools
