# SPDX-License-Identifier: CC0-1.0
"""The text forms of values in messages (TQ-CONF-003): words, halves, word64 and bytes to integers and back."""

import re

LARGEST_INTEGER = 9007199254740991
TEXT = re.compile(r"[a-z0-9-]{1,64}\Z")
HEX = re.compile(r"[0-9a-f]*\Z")


def read_groups(text, digits):
    """A list of integers from groups of hex digits with one space between groups."""
    if text == "":
        return []
    groups = text.split(" ")
    if any(len(group) != digits or not HEX.match(group) for group in groups):
        raise ValueError("not groups of %d hex digits" % digits)
    return [int(group, 16) for group in groups]


def read_bytes(text):
    if len(text) % 2 or not HEX.match(text):
        raise ValueError("not bytes in hex digits")
    return bytes.fromhex(text)


def read_word64(text):
    if len(text) != 16 or not HEX.match(text):
        raise ValueError("not 16 hex digits")
    return int(text, 16)


def read_text(text):
    if not TEXT.match(text):
        raise ValueError("not a text")
    return text


def read(kind, value):
    """The Python value of a JSON value of one of the types; ValueError when the form is another one."""
    if kind == "integer":
        if type(value) is not int or not 0 <= value <= LARGEST_INTEGER:
            raise ValueError("not an integer")
        return value
    if not isinstance(value, str):
        raise ValueError("not a string")
    if kind == "words":
        return read_groups(value, 8)
    if kind == "halves":
        return read_groups(value, 4)
    return {"bytes": read_bytes, "word64": read_word64, "text": read_text}[kind](value)


def write(kind, value):
    """The JSON value of a Python value of one of the types."""
    if kind == "words":
        return " ".join(["%08x" % word for word in value])
    if kind == "halves":
        return " ".join(["%04x" % half for half in value])
    if kind == "bytes":
        return bytes(value).hex()
    if kind == "word64":
        return "%016x" % value
    return value
