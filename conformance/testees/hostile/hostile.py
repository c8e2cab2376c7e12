#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A testee with one fault, for the tests of the runner: hostile.py FAULT [MARKER].

Without its fault it is a correct testee for packing.pack of width 8 (the packed bytes are the codes).
The fault strikes at hello, or at the call whose codes are `bad`; every other call is answered well.
Where a real adapter would go wrong by accident, this one does so on purpose."""

import json
import os
import signal
import sys
import time

READY = {"op": "ready", "protocol": 1, "name": "hostile", "version": "1", "max_line": 1 << 20,
         "operations": {"packing.pack": {"class": "bits"}}}


def send(data):
    """One write, so that nothing depends on how the pipe splits it."""
    if isinstance(data, dict):
        data = json.dumps(data)
    if isinstance(data, str):
        data = data.encode()
    data += b"\n"
    while data:
        data = data[os.write(1, data):]


def right(call):
    return {"id": call["id"], "output": {"packed": call["input"]["codes"]}}


def flood_error():
    for _ in range(64):
        os.write(2, b"noise " * 10_000 + b"\n")


def endless_line():
    while True:
        os.write(1, b"a" * 65_536)


AT_HELLO = {
    "garbage-at-hello": lambda: send("Loading model weights... done"),
    "hang-at-hello": lambda: time.sleep(600),
    "close-at-hello": lambda: os._exit(0),
    "log-before-ready": lambda: send("[INFO] cuda device 0\n" + json.dumps(READY)),
    "wrong-protocol": lambda: send({**READY, "protocol": 2}),
    "unknown-operation": lambda: send(
        {**READY, "operations": {"packing.park": {"class": "bits"}}}),
    "unknown-class": lambda: send({**READY, "operations": {"packing.pack": {"class": "exact"}}}),
    "tiny-line": lambda: send({**READY, "max_line": 100}),
    "empty-target": lambda: send({**READY, "target": ""}),
    "target-with-a-space": lambda: send({**READY, "target": "AVX 2"}),
    "unknown-key-at-hello": lambda: send({**READY, "licence": "MIT"}),
    "endless-line-at-hello": endless_line,
}

AT_CALL = {
    "garbage": lambda call: send("segmentation fault (core dumped)"),
    "hang": lambda call: time.sleep(600),
    "close-pipe": lambda call: os.close(1) or time.sleep(600),
    "exit": lambda call: os._exit(3),
    "signal": lambda call: os.kill(os.getpid(), signal.SIGSEGV) or time.sleep(600),
    "array": lambda call: send("[]"),
    "number-output": lambda call: send({"id": call["id"], "output": {"packed": 7}}),
    "output-list": lambda call: send({"id": call["id"], "output": [1]}),
    "missing-output": lambda call: send({"id": call["id"], "output": {}}),
    "extra-field": lambda call: send({"id": call["id"], "output": {"packed": "", "took": 1}}),
    "uppercase-hex": lambda call: send({"id": call["id"], "output": {"packed": "BAD0"}}),
    "duplicate-key": lambda call: send(
        '{"id":%d,"id":%d,"output":{"packed":""}}' % (call["id"], call["id"])),
    "wrong-id": lambda call: send({**right(call), "id": call["id"] + 1}),
    "text-id": lambda call: send({**right(call), "id": str(call["id"])}),
    "huge-number": lambda call: send('{"id":%s,"output":{"packed":""}}' % ("9" * 400)),
    "infinite-number": lambda call: send('{"id":1e999,"output":{"packed":""}}'),
    "nan": lambda call: send('{"id":NaN,"output":{"packed":""}}'),
    "invalid-utf8": lambda call: send(b'{"id":%d,"unsupported":"\xff\xfe"}' % call["id"]),
    "zero-byte": lambda call: send(json.dumps(right(call)).encode() + b"\0"),
    "deep": lambda call: send("[" * 100_000),
    "unknown-error": lambda call: send({"id": call["id"], "error": "no-idea"}),
    "error-and-output": lambda call: send({**right(call), "error": "bad-length"}),
    "twice": lambda call: send(json.dumps(right(call)) + "\n" + json.dumps(right(call))),
    "endless-line": lambda call: endless_line(),
    "unsupported": lambda call: send({"id": call["id"], "unsupported": "no such codes here"}),
    "rejects": lambda call: send({"id": call["id"], "error": "bad-length"}),
    "wrong-bits": lambda call: send({"id": call["id"], "output": {"packed": "bad1"}}),
    "wrong-length": lambda call: send({"id": call["id"], "output": {"packed": "bad000"}}),
    # Noise that breaks no rule: the call is answered well.
    "flood-stderr": lambda call: flood_error() or send(right(call)),
}


def main():
    fault = sys.argv[1]
    if fault in ("die-after-first-start", "other-target-after-first-start"):
        marker = sys.argv[2]
        first = not os.path.exists(marker)
        if fault == "other-target-after-first-start":
            READY["target"] = "AVX2" if first else "SSE4"
        elif not first:
            os._exit(9)
        open(marker, "w").close()
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            AT_HELLO.get(fault, lambda: send(READY))()
        elif request["input"]["codes"].startswith("bad"):
            AT_CALL.get(fault, lambda call: os._exit(9))(request)
        else:
            send(right(request))


main()
