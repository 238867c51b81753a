"""The house as docs/house.md draws it: who may import whom, how long a file may be, what must explain itself.

The layers themselves are import-linter contracts (pyproject.toml, `make imports`).
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PBEM = ROOT / "pbem"
ENGINE = PBEM / "engine"

#: All that the engine may import besides itself: no clock, no chance, no input or output, no logging.
PURE = {"collections.abc", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "operator"} | {
    "typing",
    "msgspec",
}
#: packs read TOML and the data files that come with the engine, name their texts by a hash, and nothing else.
DATA_FILES = {
    "engine/packs/source.py": {"re", "tomllib"},
    "engine/packs/printed.py": {"tomllib"},
    "engine/packs/supplied.py": {"importlib"},
    "engine/packs/pack.py": {"re"},
    "engine/packs/people.py": {"re"},
    "engine/packs/chart.py": {"re"},
}
#: Built-in functions that reach outside.
OUTSIDE = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

ENGINE_LINES, LINES = 250, 320
#: Longer files: a list of many small, equal things reads better in one place.  They may not grow past this.
LONGER = {
    "engine/events/table.py": 330,  # a struct for each fact
    "engine/state/table.py": 310,  # a function for each fact
    "orders/verbtable.py": 510,  # an entry for each verb
    "store/tables.py": 560,  # a class for each table
}


def _modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _label(path: Path) -> str:
    return path.relative_to(PBEM).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imported(tree: ast.Module) -> Iterator[str]:
    """Absolute imports; relative ones stay inside the engine as long as they do not climb out of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


@pytest.mark.parametrize("module", _modules(ENGINE), ids=_label)
def test_the_engine_imports_only_itself_msgspec_and_the_pure_standard_library(module: Path) -> None:
    assert set(_imported(_tree(module))) <= PURE | DATA_FILES.get(_label(module), set())


@pytest.mark.parametrize("module", _modules(ENGINE), ids=_label)
def test_relative_imports_of_the_engine_stay_in_the_engine(module: Path) -> None:
    depth = len(module.relative_to(ENGINE).parts)
    levels = [node.level for node in ast.walk(_tree(module)) if isinstance(node, ast.ImportFrom)]
    assert max(levels, default=0) <= depth


@pytest.mark.parametrize("module", _modules(ENGINE), ids=_label)
def test_the_engine_calls_nothing_that_reaches_outside(module: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & OUTSIDE


def test_the_table_is_known_to_influence_and_rules_by_type_only() -> None:
    """The one place where a lower layer names a higher one: under TYPE_CHECKING."""
    for name in ("influence.py", "rules.py"):
        top_level = [node for node in _tree(ENGINE / name).body if isinstance(node, ast.ImportFrom)]
        assert "table" not in {node.module for node in top_level}


def test_swiss_is_a_word_of_one_module() -> None:
    """A variant is a function from Rules to Rules: no phase asks which game it is in."""
    told = {_label(m) for m in _modules(ENGINE) if any(_says_swiss(node) for node in ast.walk(_tree(m)))}
    assert told <= {"engine/variants/swiss.py", "engine/variants/__init__.py"}


def _says_swiss(node: ast.AST) -> bool:
    names = (getattr(node, field, None) for field in ("id", "attr", "name", "module"))
    return any(isinstance(name, str) and "swiss" in name for name in names)


@pytest.mark.parametrize("module", _modules(PBEM), ids=_label)
def test_no_file_is_too_long(module: Path) -> None:
    limit = LONGER.get(_label(module), ENGINE_LINES if ENGINE in module.parents else LINES)
    assert len(module.read_text("utf-8").splitlines()) <= limit


def test_the_longer_files_are_still_longer() -> None:
    """Who shortens one takes it off the list."""
    for name in LONGER:
        limit = ENGINE_LINES if name.startswith("engine/") else LINES
        assert len((PBEM / name).read_text("utf-8").splitlines()) > limit, name


@pytest.mark.parametrize("module", _modules(PBEM), ids=_label)
def test_every_module_function_and_class_that_others_use_says_what_it_is_for(module: Path) -> None:
    tree = _tree(module)
    public = [
        node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    silent = [node.name for node in public if not node.name.startswith("_") and not ast.get_docstring(node)]
    if tree.body and not ast.get_docstring(tree):
        silent.insert(0, "the module")
    assert silent == []


def test_the_package_of_the_engine_holds_no_secrets_of_this_machine() -> None:
    """No absolute path of anybody's disk stands in code, data or documents."""
    texts = [*_modules(PBEM), *sorted(ENGINE.glob("data/*.toml")), *sorted(ROOT.glob("docs/*.md"))]
    texts += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "Makefile", ".ci/run")]
    marks = ("/home/" + "user", "/work" + "/", "/root" + "/")
    assert [p.name for p in texts if p.exists() and any(m in p.read_text("utf-8") for m in marks)] == []
