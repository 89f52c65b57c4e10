"""Tests of rules beyond imports: purity, texts in the locales, state, casts, commits, browsers."""

import re
from fnmatch import fnmatch

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none

# Files that read no clock, random numbers, browser state, environment or network: their functions
# get these values as arguments.
PURE = (
    "client/page/cache/latestRequest.ts",
    "client/cultivars/search/*.ts",
    "client/cultivars/catalogue/views.ts",
    "client/cultivars/catalogue/lineages/*.ts",
    "client/community/feed/feed.ts",
    "client/community/compose/draft.ts",
    "client/community/compose/payload.ts",
    "client/community/compose/pictures/pictures.ts",
    "client/contracts/language.ts",
    "client/contracts/shards.ts",
    "client/cultivars/search/catalogueSearch.ts",
    "client/language/length.ts",
    "client/language/paths.ts",
    "client/language/translator.ts",
    "client/cultivars/pedigree/*.ts",
    "client/accounts/profiles/edit/avatarPlan.ts",
    "client/accounts/profiles/edit/draft.ts",
    "client/accounts/profiles/edit/suggestions.ts",
    "client/accounts/sessions/callback.ts",
    "client/accounts/sessions/events.ts",
    "client/accounts/sessions/inAppBrowser.ts",
    "ssr/frames.ts",
    "ssr/render.tsx",
    "ssr/splitHead.ts",
)
IMPURE = re.compile(
    r"\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b|\bfetch\(|\bprocess\.|\bperformance\."
    r"|\b(?:local|session)Storage\b|\bdocument\.|\bwindow\.|\bnavigator\.|\bcrypto\."
)
# React hooks among these files, which may read browser state.
NOT_PURE = ("client/cultivars/pedigree/use*.ts",)

# Contains its own texts, because it is shown when the messages could not be loaded.
WITH_OWN_TEXTS = {"client/app/FallbackScreen.tsx"}
ENVIRONMENT = re.compile(r"\bprocess\.env\b|\bimport\.meta\.env\b")
# Builds define `process.env` as a constant in the bundles.
MAY_READ_ENVIRONMENT = ("tests/*", "client/build.mjs", "ssr/build.mjs")

# APIs that the oldest browsers of `client/build.mjs` lack. Safari 16 refuses the option
# `imageOrientation`; `randomUUID` exists only with TLS, so `newKey` of `client/wire` creates keys.
NEWER_APIS = re.compile(
    r"\bPromise\.(?:withResolvers|try)\b|\bURL\.(?:canParse|parse)\b|\b(?:Object|Map)\.groupBy\b"
    r"|\bArray\.fromAsync\b|\bAbortSignal\.any\b|\bRegExp\.escape\b|\bIterator\.from\b"
    r"|\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|isWellFormed|toWellFormed)\("
    r"|\brequestIdleCallback\b|\bscheduler\.|\bnavigator\.connection\b|\bimageOrientation\b"
    r"|\bcrypto\.randomUUID\b"
)

# Python before 3.11.4, as in Debian 12, wraps exceptions of such a block in a group.
EXCEPTION_GROUP = re.compile(r"^ *except\*", re.MULTILINE)

# Test files share a thread, so a module that they import runs once: its hooks apply to the first
# file only.
HOOK = re.compile(r"^(?:before|after)(?:Each|All)\(", re.MULTILINE)
# Run by vitest for each test file.
SETUP_FILE = "tests/client/setup.ts"

# Two or more letters; single characters and arrows count as symbols.
WORD = re.compile(r"[^\W\d_]{2,}")


def test_pure_files_read_only_their_arguments(project: SourceTree) -> None:
    expect_none(impure_files(project))


def test_components_contain_no_literal_text(project: SourceTree) -> None:
    expect_none(literal_texts(project))


def test_client_modules_have_no_mutable_state(project: SourceTree) -> None:
    expect_none(lines_with_state(project))


def test_types_are_cast_in_wire_only(project: SourceTree) -> None:
    expect_none(lines_with_casts(project))


def test_only_the_transaction_module_commits(project: SourceTree) -> None:
    expect_none(files_that_commit(project))


def test_environment_is_read_by_the_server_only(project: SourceTree) -> None:
    expect_none(files_that_read_the_environment(project))


def test_client_uses_no_api_that_supported_browsers_lack(project: SourceTree) -> None:
    expect_none(files_with_newer_apis(project))


def test_host_handles_no_exception_as_a_group(project: SourceTree) -> None:
    expect_none(files_with_exception_groups(project))


def test_modules_that_tests_share_register_hooks_in_functions(project: SourceTree) -> None:
    expect_none(files_with_hooks(project))


def test_impure_file_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "ssr/render.tsx": "export const now = () => Date.now();",
            "client/cultivars/pedigree/rows.ts": "export const width = () => window.innerWidth;",
            "client/cultivars/pedigree/useBox.ts": "export const x = () => window.innerWidth;",
            "client/app/match.ts": "export const now = () => new Date();",
        }
    )

    assert impure_files(tree) == ["ssr/render.tsx", "client/cultivars/pedigree/rows.ts"]


def test_literal_text_in_a_component_is_detected(made_up: MakeSourceTree) -> None:
    component = "export const A = () => <p>{}</p>;"
    tree = made_up(
        {
            "client/ui/Text.tsx": component.replace("{}", "読む"),
            "client/ui/Quoted.tsx": component.replace("{}", '{"Read"}'),
            "client/ui/Label.tsx": component.replace("<p>", '<p aria-label="Read">'),
            "client/ui/Sign.tsx": component.replace("{}", "→").replace("<p>", '<p className="a">'),
            "client/app/FallbackScreen.tsx": component.replace("{}", "Sorry"),
        }
    )

    assert literal_texts(tree) == [
        "client/ui/Label.tsx: Read",
        "client/ui/Quoted.tsx: Read",
        "client/ui/Text.tsx: 読む",
    ]


def test_module_state_and_casts_are_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/ui/a.ts": "let open = false;\nexport const f = () => {\n  let a = 1;\n};\n",
            "client/ui/b.ts": "export const a = x as string;\nexport const b = [1] as const;\n",
            "client/wire/c.ts": "export const a = x as string;\n",
        }
    )

    assert lines_with_state(tree) == ["client/ui/a.ts:1"]
    assert lines_with_casts(tree) == ["client/ui/b.ts:1"]


def test_forbidden_commit_and_environment_access_are_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/pages/a.py": "async def save(session):\n    await session.commit()\n",
            "server/database/transaction.py": "async def end(it):\n    await it.commit()\n",
            "client/ui/a.ts": "export const mode = process.env.MODE;",
            "ssr/b.ts": "export const mode = import.meta.env.MODE;",
        }
    )

    assert files_that_commit(tree) == ["server/pages/a.py"]
    assert files_that_read_the_environment(tree) == ["ssr/b.ts", "client/ui/a.ts"]


def test_hook_of_a_shared_module_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "tests/client/a.ts": "afterEach(() => {});\n",
            "tests/client/b.tsx": "export function clock() {\n  beforeEach(() => {});\n}\n",
            "tests/client/c.test.ts": "beforeAll(() => {});\n",
            "tests/client/setup.ts": "afterAll(() => {});\n",
        }
    )

    assert files_with_hooks(tree) == ["tests/client/a.ts"]


def test_exception_handled_as_a_group_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/pages/a.py": "try:\n    one()\nexcept* ValueError as found:\n    raise\n",
            "server/pages/b.py": "try:\n    one()\nexcept ExceptionGroup as found:\n    raise\n",
        }
    )

    assert files_with_exception_groups(tree) == ["server/pages/a.py"]


def test_api_that_supported_browsers_lack_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/ui/a.ts": "const { promise } = Promise.withResolvers();",
            "client/ui/b.ts": "const url = URL.canParse(text) ? new URL(text) : null;",
            "client/ui/c.ts": "requestIdleCallback(() => 1);",
            "client/ui/d.ts": "new Promise((resolve) => resolve(new URL(text)));",
            "ssr/e.ts": "Promise.withResolvers();",
            "client/ui/f.ts": "export const key = () => crypto.randomUUID();",
        }
    )

    assert files_with_newer_apis(tree) == [f"client/ui/{name}.ts" for name in "abcf"]


def impure_files(tree: SourceTree) -> list[str]:
    return [
        name
        for name, text in tree.texts.items()
        if _matches(name, PURE) and not _matches(name, NOT_PURE) and IMPURE.search(text)
    ]


def literal_texts(tree: SourceTree) -> list[str]:
    return [
        f"{name}: {text}"
        for name, facts in tree.only(".tsx").items()
        if not name.startswith("tests/") and name not in WITH_OWN_TEXTS
        for text in facts.shown
        if WORD.search(text)
    ]


def lines_with_state(tree: SourceTree) -> list[str]:
    return _lines(tree, "state", free=("tests/*",))


def lines_with_casts(tree: SourceTree) -> list[str]:
    return _lines(tree, "casts", free=("tests/*", "client/wire/*"))


def _lines(tree: SourceTree, kind: str, *, free: tuple[str, ...]) -> list[str]:
    return [
        f"{name}:{line}"
        for name, facts in tree.typescript().items()
        if not _matches(name, free)
        for line in getattr(facts, kind)
    ]


def files_that_commit(tree: SourceTree) -> list[str]:
    free = ("tests/*", "server/database/transaction.py")
    return [
        name
        for name, text in tree.texts.items()
        if name.endswith(".py") and not _matches(name, free) and ".commit(" in text
    ]


def files_that_read_the_environment(tree: SourceTree) -> list[str]:
    return [
        name
        for name in tree.typescript()
        if not _matches(name, MAY_READ_ENVIRONMENT) and ENVIRONMENT.search(tree.texts[name])
    ]


def files_with_newer_apis(tree: SourceTree) -> list[str]:
    return [
        name
        for name in tree.typescript()
        if name.startswith("client/") and NEWER_APIS.search(tree.texts[name])
    ]


def files_with_exception_groups(tree: SourceTree) -> list[str]:
    return [
        name
        for name, text in tree.texts.items()
        if name.startswith("server/") and name.endswith(".py") and EXCEPTION_GROUP.search(text)
    ]


def files_with_hooks(tree: SourceTree) -> list[str]:
    return [
        name
        for name in tree.typescript()
        if not _matches(name, ("*.test.ts*", SETUP_FILE)) and HOOK.search(tree.texts[name])
    ]


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
