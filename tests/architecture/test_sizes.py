"""Size limits of files, functions, parameter lists, nesting and folders."""

from collections import Counter
from posixpath import dirname

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none, is_generated

FILE_LINES = 300
FUNCTION_LINES = 50
COMPONENT_LINES = 100
PARAMETERS = 5
NESTING = 3
FOLDER_FILES = 25


def test_no_file_exceeds_the_line_limit(project: SourceTree) -> None:
    expect_none(long_files(project))


def test_no_function_exceeds_the_line_limit(project: SourceTree) -> None:
    expect_none(long_functions(project))


def test_no_function_has_too_many_parameters(project: SourceTree) -> None:
    expect_none(functions_with_many_parameters(project))


def test_no_function_is_nested_too_deep(project: SourceTree) -> None:
    expect_none(deeply_nested_functions(project))


def test_no_folder_contains_too_many_files(project: SourceTree) -> None:
    expect_none(full_folders(project))


def test_long_file_is_detected_unless_it_is_generated(made_up: MakeSourceTree) -> None:
    long = "x = 1\n" * (FILE_LINES + 1)
    tree = made_up(
        {"server/long.py": long, "client/wire/types.generated.ts": long, "shared/long.json": long}
    )

    assert long_files(tree) == ["server/long.py: 301 lines"]


def test_long_function_is_detected_in_python_and_typescript(made_up: MakeSourceTree) -> None:
    body = "  const a = 1;\n" * FUNCTION_LINES
    markup = "<p>\n</p>\n" * (COMPONENT_LINES // 2)
    tree = made_up(
        {
            "server/long.py": "def work():\n" + "    x = 1\n" * FUNCTION_LINES,
            "client/ui/long.ts": f"export function work() {{\n{body}}}\n",
            "client/ui/arrow.ts": f"export const work = () => {{\n{body}}};\n",
            "client/ui/Fine.tsx": f"export function Fine() {{\n{body}  return <p />;\n}}\n",
            "client/ui/Long.tsx": f"export function Long() {{\n  return <>{markup}</>;\n}}\n",
        }
    )

    assert long_functions(tree) == [
        "server/long.py:1 work: 51 lines",
        "client/ui/Long.tsx:1 Long: 103 lines",
        "client/ui/arrow.ts:1 work: 52 lines",
        "client/ui/long.ts:1 work: 52 lines",
    ]


def test_long_describe_block_is_allowed(made_up: MakeSourceTree) -> None:
    body = "  const a = 1;\n" * FUNCTION_LINES
    tree = made_up(
        {
            "tests/client/a.test.ts": f'describe("a", () => {{\n{body}}});\n',
            "tests/client/b.test.ts": f'describe.each([1])("b", () => {{\n{body}}});\n',
        }
    )

    assert long_functions(tree) == []


def test_too_many_parameters_are_detected_in_python_and_typescript(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/greedy.py": "class A:\n    def f(self, a, b, c, d, *, e, f):\n        pass\n",
            "client/ui/greedy.ts": "const f = (a, b, c, d, e, f) => a;\nconst g = (a, b) => a;\n",
        }
    )

    assert functions_with_many_parameters(tree) == [
        "server/greedy.py:2 f: 6 parameters",
        "client/ui/greedy.ts:1 f: 6 parameters",
    ]


def test_deep_nesting_is_detected_and_a_chain_of_elifs_is_allowed(made_up: MakeSourceTree) -> None:
    deep = (
        "def f(a):\n    for b in a:\n        if b:\n            while b:\n                with b:\n"
    )
    chain = "def g(a):\n    if a == 1:\n        pass\n"
    chain += "".join(f"    elif a == {n}:\n        pass\n" for n in range(2, 7))
    tree = made_up({"server/deep.py": f"{deep}                    pass\n\n\n{chain}"})

    assert deeply_nested_functions(tree) == ["server/deep.py:1 f: 4 deep"]


def test_folder_with_too_many_files_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({f"server/tea/file_{n}.py": "" for n in range(FOLDER_FILES + 1)})

    assert full_folders(tree) == ["server/tea: 26 files"]


def long_files(tree: SourceTree) -> list[str]:
    lengths = {
        name: len(text.splitlines())
        for name, text in tree.texts.items()
        if not name.endswith((".json", ".lock")) and not is_generated(name)
    }
    return [f"{name}: {lines} lines" for name, lines in lengths.items() if lines > FILE_LINES]


def long_functions(tree: SourceTree) -> list[str]:
    return [
        f"{name}:{function.line} {function.name}: {function.lines} lines"
        for name, facts in tree.facts.items()
        for function in facts.functions
        if function.lines > (COMPONENT_LINES if function.is_component else FUNCTION_LINES)
    ]


def functions_with_many_parameters(tree: SourceTree) -> list[str]:
    return [
        f"{name}:{function.line} {function.name}: {function.parameters} parameters"
        for name, facts in tree.facts.items()
        for function in facts.functions
        if function.parameters > PARAMETERS
    ]


def deeply_nested_functions(tree: SourceTree) -> list[str]:
    return [
        f"{name}:{function.line} {function.name}: {function.nesting} deep"
        for name, facts in tree.facts.items()
        for function in facts.functions
        if function.nesting > NESTING
    ]


def full_folders(tree: SourceTree) -> list[str]:
    """Returns folders with too many files; folders of decisions have no limit."""
    folders = [dirname(name) for name in tree.texts]
    files = Counter(folder for folder in folders if not folder.endswith("/decisions"))
    return [f"{folder}: {count} files" for folder, count in files.items() if count > FOLDER_FILES]
