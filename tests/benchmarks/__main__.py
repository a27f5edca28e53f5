"""``python -m tests.benchmarks NAME …``: runs ``main(argv)`` of the module NAME in this folder."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import tests.benchmarks


def names() -> list[str]:
    """The benchmarks there are: modules with a ``main``."""
    found = (info.name for info in pkgutil.iter_modules(tests.benchmarks.__path__) if not info.name.startswith("_"))
    return [name for name in found if hasattr(importlib.import_module(f"tests.benchmarks.{name}"), "main")]


def run(argv: list[str]) -> int:
    if not argv or argv[0] not in names():
        print("usage: python -m tests.benchmarks " + "|".join(names()) + " …", file=sys.stderr)  # noqa: T201
        return 2
    return importlib.import_module(f"tests.benchmarks.{argv[0]}").main(argv[1:]) or 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
