// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/verbs/candidates.hpp"
#include "tools/verbs/command_line.hpp"
#include "tools/verbs/nearest.hpp"
#include "tools/verbs/verbs.hpp"

namespace tq::tools {
namespace {

// Each script only asks `tqc completion words` what may come next, so that it never grows old.
constexpr std::string_view kBash =
    R"(# Completion of tqc for bash. Load it with: source <(tqc completion bash)
_tqc() {
  local line=${COMP_LINE:0:COMP_POINT}
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  mapfile -t COMPREPLY < <("${words[0]}" completion words -- "${words[@]:1}" 2> /dev/null)
  # Bash breaks words at these characters and replaces only what stands behind the last one.
  local last=${words[-1]} mark
  for mark in : =; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $last == *"$mark"* ]]; then
      COMPREPLY=("${COMPREPLY[@]#"${last%"${last##*"$mark"}"}"}")
      last=${last##*"$mark"}
    fi
  done
}
complete -o bashdefault -o default -F _tqc tqc
)";

constexpr std::string_view kZsh = R"(#compdef tqc
# Completion of tqc for zsh. Load it with: source <(tqc completion zsh), after compinit
_tqc() {
  local -a found
  found=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)}")
  found=(${found:#})
  if (( ${#found} )); then compadd -Q -- "${found[@]}"; else _files; fi
}
if [[ ${funcstack[1]} == _tqc ]]; then _tqc "$@"; else compdef _tqc tqc; fi
)";

constexpr std::string_view kFish =
    R"(# Completion of tqc for fish. Load it with: tqc completion fish | source
function __tqc_candidates
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  $before[1] completion words -- $before[2..-1] "$current" 2> /dev/null
end
complete -c tqc -a '(__tqc_candidates)'
)";

constexpr std::string_view kAskedByScripts = "words";

struct Options {
  std::string shell;
  std::vector<std::string> words;
};

int run(const Options& options, const CLI::App& app) {
  if (options.shell == kAskedByScripts) {
    for (const std::string& name : candidates(app, options.words)) print_text(name + "\n");
    return 0;
  }
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  if (!options.words.empty()) throw std::runtime_error("completion takes one shell");
  if (options.shell == "bash") {
    print_text(kBash);
  } else if (options.shell == "zsh") {
    print_text(kZsh);
  } else if (options.shell == "fish") {
    print_text(kFish);
  } else {
    throw std::runtime_error(fmt::format("no completion for \"{}\"; there are bash, zsh and fish{}",
                                         options.shell, did_you_mean(options.shell, shells)));
  }
  return 0;
}

}  // namespace

void add_completion(CLI::App& app, int& exit_status) {
  CLI::App* verb =
      app.add_subcommand("completion", "Print a script that completes tqc in bash, zsh or fish");
  const auto options = std::make_shared<Options>();
  verb->add_option("shell", options->shell, "bash, zsh or fish")->required();
  verb->add_option("words", options->words, "the command line so far")->group("");
  add_examples(*verb, {"source <(tqc completion bash)",
                       "tqc completion fish > ~/.config/fish/completions/tqc.fish"});
  verb->callback([options, &app, &exit_status] { exit_status = run(*options, app); });
}

}  // namespace tq::tools
