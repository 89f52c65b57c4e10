"""Tests that functions of the product have a docstring or doc comment."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none, is_generated

# Functions of so few lines need no docstring.
SHORT_LINES = 3
PRODUCT = ("server/", "client/", "ssr/")
# Migrations need none.
EXEMPT = ("server/database/migrations/",)

TOP_LEVEL = re.compile(r"(?:export )?(?:default )?(?:async )?function\*? (\w+)")

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def test_each_function_is_documented(project: SourceTree) -> None:
    expect_none(undocumented(project))


def test_undocumented_python_function_is_detected(made_up: MakeSourceTree) -> None:
    body = "    a = 1\n    b = 2\n    return a + b\n"
    deeper = body.replace("    ", "        ")
    tree = made_up(
        {
            "server/a.py": f"def work():\n{body}",
            "server/b.py": f'def work():\n    """Returns 3."""\n{body}',
            "server/c.py": "def work():\n    a = 1\n    return a\n",
            "server/d.py": f"def outer():\n    def inner():\n{deeper}",
            "server/database/migrations/versions/e.py": f"def upgrade():\n{body}",
            "tests/test_f.py": f"def work():\n{body}",
        }
    )

    assert undocumented(tree) == [
        "server/a.py:1 work",
        "server/d.py:1 outer",
        "server/d.py:2 inner",
    ]


def test_undocumented_typescript_function_is_detected(made_up: MakeSourceTree) -> None:
    body = " {\n  const a = 1;\n  return a;\n}\n"
    tree = made_up(
        {
            "client/ui/a.ts": f'/** A. */\nimport "./b.ts";\n\nexport function work(){body}',
            "client/ui/b.ts": f"/** Returns 1. */\nexport async function work(){body}",
            "client/ui/C.tsx": f"/** Shows 1. */\n// Why so.\nexport default function C(){body}",
            "client/ui/d.ts": "function work() {\n  return 1;\n}\n",
            "ssr/e.ts": f"function work(){body}",
            "client/wire/types.generated.ts": f"function work(){body}",
        }
    )

    assert undocumented(tree) == ["ssr/e.ts:1 work", "client/ui/a.ts:4 work"]


def test_constructors_and_handlers_with_a_summary_are_allowed(made_up: MakeSourceTree) -> None:
    body = "        a = 1\n        b = 2\n        return None\n"
    tree = made_up(
        {
            "server/a.py": f'class A:\n    """A."""\n\n    def __init__(self):\n{body}',
            "server/b.py": '@get("/b", summary="Read b")\nasync def get_b():\n'
            + body.replace("        ", "    "),
        }
    )

    assert undocumented(tree) == []


def undocumented(tree: SourceTree) -> list[str]:
    """Returns functions without documentation as `file:line name`.

    Constructors need no docstring, and neither do handlers with a `summary` in their decorator.
    """
    return [
        f"{name}:{line} {function}"
        for name, text in tree.texts.items()
        if name.startswith(PRODUCT) and not name.startswith(EXEMPT)
        for line, function in _functions_without(name, text)
    ]


def _functions_without(name: str, text: str) -> Iterator[tuple[int, str]]:
    if name.endswith(".py"):
        yield from _python_functions(text)
    elif name.endswith((".ts", ".tsx")) and not is_generated(name):
        yield from _typescript_functions(text.splitlines())


def _python_functions(text: str) -> Iterator[tuple[int, str]]:
    definitions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, Definition)]
    for node in sorted(definitions, key=lambda one: one.lineno):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        is_allowed = node.name == "__init__" or _has_summary(node)
        if lines > SHORT_LINES and not is_allowed and not ast.get_docstring(node):
            yield node.lineno, node.name


def _has_summary(node: Definition) -> bool:
    return any(
        keyword.arg == "summary"
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    )


def _typescript_functions(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yields top-level functions without a doc comment; inner functions need none."""
    for index, line in enumerate(lines):
        found = TOP_LEVEL.match(line)
        if found is None:
            continue
        end = next((at for at in range(index, len(lines)) if lines[at].startswith("}")), index)
        above = [text for text in lines[:index] if not text.startswith("//")]
        is_documented = bool(above) and above[-1].endswith("*/")
        if end - index + 1 > SHORT_LINES and not is_documented:
            yield index + 1, found[1]
