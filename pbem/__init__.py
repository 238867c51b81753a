"""KREMLIN by e-mail: players write, the judge resolves, nobody sees what he should not."""

__version__ = "0.1.0"
