# SPDX-License-Identifier: CC0-1.0
"""A testee in plain Python, written from the specification alone: `tqc run --testee "python3 .../adapter.py"`."""

import os
import sys

# Standard output is for answers only (TQ-CONF-012). Whatever else prints goes to standard error from here on.
ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)

import protocol  # noqa: E402  (after the output was moved)

if __name__ == "__main__":
    protocol.serve(sys.stdin.buffer, ANSWERS)
