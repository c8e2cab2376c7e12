# SPDX-License-Identifier: Apache-2.0
"""bites.py STATUS TQC TESTEE [option of tqc run ...] -- LINE ...

Runs `TQC run --testee TESTEE` and passes when it ends with STATUS and its report holds every LINE.
Ends with 77, skipped, on a processor that cannot run the target named in TESTEE."""

import re
import subprocess
import sys


def processor_flags():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        return set(re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE).group(1).split())


def main(arguments):
    status, tqc, testee = arguments[:3]
    split = arguments.index("--")
    options, demands = arguments[3:split], arguments[split + 1:]
    if "AVX2" in testee or "wrong_fused " in testee or "claim_fused " in testee:
        missing = {"avx2", "fma", "bmi2", "f16c"} - processor_flags()
        if missing:
            print("skipped: this processor lacks", *sorted(missing))
            return 77
    run = subprocess.run([tqc, "run", "--testee", testee, *options], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    lines = run.stdout.splitlines()
    faults = [f"no line {demand!r}" for demand in demands if demand not in lines]
    if run.returncode != int(status):
        faults.append(f"exit status {run.returncode}, not {status}")
    print(run.stdout, *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
