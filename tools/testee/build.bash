# SPDX-License-Identifier: Apache-2.0
# Builds the preset $1, all output on standard error, and leaves the path in $program. For the
# scripts beside it: standard output belongs to the answers.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$root/build/$1/bin/tqc-testee
{
  [ -e "$root/build/$1/build.ninja" ] || (cd "$root" && cmake --preset "$1" --log-level=WARNING)
  cmake --build "$root/build/$1" --target tqc-testee -- --quiet
} </dev/null >&2
