// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include <CLI/App.hpp>

// What all verbs have in common.
namespace tq::tools {

// The commands that --help ends with; one to three, each complete.
void add_examples(CLI::App& verb, std::initializer_list<std::string_view> examples);

// `--json FILE`, with the same meaning in every verb: the result goes to FILE as JSON too, and with
// `-` to standard output, which then holds nothing else.
CLI::Option* add_json(CLI::App& verb, std::string& path, const std::string& what);

// Whether standard output belongs to JSON, so that no text for people may go there.
bool json_owns_stdout(std::string_view path);

// Writes a complete JSON document to what --json names; does nothing when `path` is empty. Throws
// std::runtime_error when the file cannot be written; standard output is checked at the end.
void write_json(const std::string& path, std::string_view text);

// The usual end of a verb: `text` to standard output unless JSON goes there, and `json()` to what
// --json names, when it is given.
void print_result(const std::string& json_path, std::string_view text,
                  const std::function<std::string()>& json);

// Prints to standard output without throwing; whoever reads it may be gone. See close_stdout.
void print_text(std::string_view text);

// Flushes standard output; the exit status of a program that would end with `status`: 2, with one
// line on standard error, when output was lost, and quietly 141 (as if by SIGPIPE) when nobody
// reads any more.
int close_stdout(int status);

}  // namespace tq::tools
