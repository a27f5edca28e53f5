"""``python -m tests.benchmarks NAME …``: runs ``main(argv)`` of the module NAME in this folder."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def names() -> list[str]:
    """The benchmarks there are: modules with a ``main``. None is imported: what one needs would count for another."""
    modules = Path(__file__).parent.glob("[a-z]*.py")
    return sorted(path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8"))


def run(argv: list[str]) -> int:
    if not argv or argv[0] not in names():
        print("usage: python -m tests.benchmarks " + "|".join(names()) + " …", file=sys.stderr)  # noqa: T201
        return 2
    return importlib.import_module(f"tests.benchmarks.{argv[0]}").main(argv[1:]) or 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
