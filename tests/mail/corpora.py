"""Real messages, which lie beside the project and are not part of it."""

from pathlib import Path

import pytest

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"

needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason=f"no real messages in {CORPORA}")


def files(folder: str = ".", pattern: str = "*") -> list[Path]:
    return sorted(path for path in (CORPORA / folder).rglob(pattern) if path.is_file())
