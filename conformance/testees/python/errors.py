# SPDX-License-Identifier: CC0-1.0
"""The one exception of this package: an error of the specification, known by its slug."""


class SpecError(Exception):
    """Raised with the slug of chapter page, section Errors, for example "bad-argument"."""

    def __init__(self, slug):
        super().__init__(slug)
        self.slug = slug


def require(condition, slug):
    """Raises SpecError(slug) unless the condition holds."""
    if not condition:
        raise SpecError(slug)
