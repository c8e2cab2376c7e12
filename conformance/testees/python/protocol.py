# SPDX-License-Identifier: CC0-1.0
"""The messages of chapter conformance: one JSON object a line, an answer for each request."""

import json

import values
from errors import SpecError
from operations import OPERATIONS

PROTOCOL = 1
NAME = "python-from-the-text"
VERSION = "0.1"
MAX_LINE = 16777216


def fields(text):
    """Name and type of each field in a list such as "width:integer codes:bytes"."""
    return [field.split(":") for field in text.split()]


def perform(operation, arguments):
    """The answer to one call, without its id: {"output", "stages"}, {"error"} or {"unsupported"}."""
    if operation not in OPERATIONS:
        return {"unsupported": "the operation is not known"}
    function, inputs, results = OPERATIONS[operation]
    try:
        read = {name: values.read(kind, arguments[name]) for name, kind in fields(inputs)}
    except (KeyError, TypeError, ValueError) as error:
        return {"unsupported": "malformed input: " + type(error).__name__}
    try:
        stages, output = function(**read)
    except SpecError as error:
        return {"error": error.slug}
    kinds = dict(fields(results))
    answer = {}
    if stages:
        answer["stages"] = {name: values.write(kinds[name], value) for name, value in stages.items()}
    answer["output"] = {name: values.write(kinds[name], value) for name, value in output.items()}
    return answer


def ready():
    return {"op": "ready", "protocol": PROTOCOL, "name": NAME, "version": VERSION, "max_line": MAX_LINE,
            "operations": {name: {"class": "bits"} for name in OPERATIONS}}


def line_of(message):
    return json.dumps(message, separators=(",", ":")).encode("utf-8") + b"\n"


def answer_of(message, longest):
    """The line that answers a call, at most `longest` bytes: the stages are left out first."""
    answer = {"id": message["id"], **perform(message.get("operation"), message.get("input"))}
    line = line_of(answer)
    if len(line) > longest and answer.pop("stages", None) is not None:
        line = line_of(answer)
    if len(line) > longest:
        line = line_of({"id": message["id"], "unsupported": "the answer is longer than the runner's max_line"})
    return line


def serve(requests, answers):
    """Answers every request until the input ends."""
    longest = MAX_LINE
    for line in requests:
        message = json.loads(line)
        if message["op"] == "hello":
            longest = min(longest, message.get("max_line", longest))
            answers.write(line_of(ready()))
        else:
            answers.write(answer_of(message, longest))
        answers.flush()
