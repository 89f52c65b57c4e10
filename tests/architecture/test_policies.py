"""Rules beyond imports: purity, texts in the locales, state, casts, commits, browser support."""

import re
from fnmatch import fnmatch

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

# Files that read no clock, random numbers, browser state, environment or network; these are
# arguments of their functions.
PURE = (
    "client/page/cache/latestRequest.ts",
    "client/cultivars/search/*.ts",
    "client/cultivars/catalogue/views.ts",
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
# React hooks may read the browser.
NOT_PURE = ("client/cultivars/pedigree/use*.ts",)

# Shown when nothing else works, so it contains its own texts.
SPEAKS_ITSELF = {"client/app/FallbackScreen.tsx"}
ENVIRONMENT = re.compile(r"\bprocess\.env\b|\bimport\.meta\.env\b")
# The builds write the mode into the bundles instead of leaving it to be read.
NOT_ASKING = ("tests/*", "client/build.mjs", "ssr/build.mjs")

# Newer than the oldest browsers that `client/build.mjs` names, and breaks the page where it is
# missing. `imageOrientation` is an option whose value Safari 16 refuses; `randomUUID` needs TLS, so
# `newKey` of `client/wire` makes keys.
NEWER = re.compile(
    r"\bPromise\.(?:withResolvers|try)\b|\bURL\.(?:canParse|parse)\b|\b(?:Object|Map)\.groupBy\b"
    r"|\bArray\.fromAsync\b|\bAbortSignal\.any\b|\bRegExp\.escape\b|\bIterator\.from\b"
    r"|\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|isWellFormed|toWellFormed)\("
    r"|\brequestIdleCallback\b|\bscheduler\.|\bnavigator\.connection\b|\bimageOrientation\b"
    r"|\bcrypto\.randomUUID\b"
)

# Python before 3.11.4, such as Debian 12 has, wraps what is raised in such a block in a group.
HANDLED_AS_GROUP = re.compile(r"^ *except\*", re.MULTILINE)

# Files of tests share a thread: a module that several of them import runs once, for the first only.
HOOK = re.compile(r"^(?:before|after)(?:Each|All)\(", re.MULTILINE)
# Vitest runs it again for each file.
RUN_FOR_EACH_FILE = "tests/client/setup.ts"

# Two or more letters are a word; single characters and arrows are symbols.
WORD = re.compile(r"[^\W\d_]{2,}")


def test_pure_files_read_only_their_arguments(project: House) -> None:
    expect_none(impure_files(project))


def test_components_contain_no_literal_text(project: House) -> None:
    expect_none(spoken(project))


def test_client_modules_have_no_mutable_state(project: House) -> None:
    expect_none(stateful(project))


def test_types_are_cast_in_wire_only(project: House) -> None:
    expect_none(casts(project))


def test_only_the_transaction_module_commits(project: House) -> None:
    expect_none(committing(project))


def test_environment_is_read_by_the_server_only(project: House) -> None:
    expect_none(reading_the_environment(project))


def test_client_uses_no_api_that_supported_browsers_lack(project: House) -> None:
    expect_none(too_new(project))


def test_host_handles_no_exception_as_a_group(project: House) -> None:
    expect_none(handling_groups(project))


def test_modules_that_tests_share_register_hooks_in_functions(project: House) -> None:
    expect_none(hooking(project))


def test_impure_file_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "ssr/render.tsx": "export const now = () => Date.now();",
            "client/cultivars/pedigree/rows.ts": "export const width = () => window.innerWidth;",
            "client/cultivars/pedigree/useBox.ts": "export const x = () => window.innerWidth;",
            "client/app/match.ts": "export const now = () => new Date();",
        }
    )

    assert impure_files(house) == ["ssr/render.tsx", "client/cultivars/pedigree/rows.ts"]


def test_literal_text_in_a_component_is_detected(made_up: MakeHouse) -> None:
    component = "export const A = () => <p>{}</p>;"
    house = made_up(
        {
            "client/ui/Text.tsx": component.replace("{}", "読む"),
            "client/ui/Quoted.tsx": component.replace("{}", '{"Read"}'),
            "client/ui/Label.tsx": component.replace("<p>", '<p aria-label="Read">'),
            "client/ui/Sign.tsx": component.replace("{}", "→").replace("<p>", '<p className="a">'),
            "client/app/FallbackScreen.tsx": component.replace("{}", "Sorry"),
        }
    )

    assert spoken(house) == [
        "client/ui/Label.tsx: Read",
        "client/ui/Quoted.tsx: Read",
        "client/ui/Text.tsx: 読む",
    ]


def test_module_state_and_casts_are_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/ui/a.ts": "let open = false;\nexport const f = () => {\n  let a = 1;\n};\n",
            "client/ui/b.ts": "export const a = x as string;\nexport const b = [1] as const;\n",
            "client/wire/c.ts": "export const a = x as string;\n",
        }
    )

    assert stateful(house) == ["client/ui/a.ts:1"]
    assert casts(house) == ["client/ui/b.ts:1"]


def test_forbidden_commit_and_environment_access_are_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "server/pages/a.py": "async def save(session):\n    await session.commit()\n",
            "server/database/transaction.py": "async def end(it):\n    await it.commit()\n",
            "client/ui/a.ts": "export const mode = process.env.MODE;",
            "ssr/b.ts": "export const mode = import.meta.env.MODE;",
        }
    )

    assert committing(house) == ["server/pages/a.py"]
    assert reading_the_environment(house) == ["ssr/b.ts", "client/ui/a.ts"]


def test_hook_of_a_shared_module_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "tests/client/a.ts": "afterEach(() => {});\n",
            "tests/client/b.tsx": "export function clock() {\n  beforeEach(() => {});\n}\n",
            "tests/client/c.test.ts": "beforeAll(() => {});\n",
            "tests/client/setup.ts": "afterAll(() => {});\n",
        }
    )

    assert hooking(house) == ["tests/client/a.ts"]


def test_exception_handled_as_a_group_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "server/pages/a.py": "try:\n    one()\nexcept* ValueError as found:\n    raise\n",
            "server/pages/b.py": "try:\n    one()\nexcept ExceptionGroup as found:\n    raise\n",
        }
    )

    assert handling_groups(house) == ["server/pages/a.py"]


def test_api_that_supported_browsers_lack_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/ui/a.ts": "const { promise } = Promise.withResolvers();",
            "client/ui/b.ts": "const url = URL.canParse(text) ? new URL(text) : null;",
            "client/ui/c.ts": "requestIdleCallback(() => 1);",
            "client/ui/d.ts": "new Promise((resolve) => resolve(new URL(text)));",
            "ssr/e.ts": "Promise.withResolvers();",
            "client/ui/f.ts": "export const key = () => crypto.randomUUID();",
        }
    )

    assert too_new(house) == [f"client/ui/{name}.ts" for name in "abcf"]


def impure_files(house: House) -> list[str]:
    return [
        name
        for name, text in house.texts.items()
        if _matches(name, PURE) and not _matches(name, NOT_PURE) and IMPURE.search(text)
    ]


def spoken(house: House) -> list[str]:
    return [
        f"{name}: {text}"
        for name, facts in house.only(".tsx").items()
        if not name.startswith("tests/") and name not in SPEAKS_ITSELF
        for text in facts.shown
        if WORD.search(text)
    ]


def stateful(house: House) -> list[str]:
    return _lines(house, "state", free=("tests/*",))


def casts(house: House) -> list[str]:
    return _lines(house, "casts", free=("tests/*", "client/wire/*"))


def _lines(house: House, kind: str, *, free: tuple[str, ...]) -> list[str]:
    return [
        f"{name}:{line}"
        for name, facts in house.typescript().items()
        if not _matches(name, free)
        for line in getattr(facts, kind)
    ]


def committing(house: House) -> list[str]:
    free = ("tests/*", "server/database/transaction.py")
    return [
        name
        for name, text in house.texts.items()
        if name.endswith(".py") and not _matches(name, free) and ".commit(" in text
    ]


def reading_the_environment(house: House) -> list[str]:
    return [
        name
        for name in house.typescript()
        if not _matches(name, NOT_ASKING) and ENVIRONMENT.search(house.texts[name])
    ]


def too_new(house: House) -> list[str]:
    return [
        name
        for name in house.typescript()
        if name.startswith("client/") and NEWER.search(house.texts[name])
    ]


def handling_groups(house: House) -> list[str]:
    return [
        name
        for name, text in house.texts.items()
        if name.startswith("server/") and name.endswith(".py") and HANDLED_AS_GROUP.search(text)
    ]


def hooking(house: House) -> list[str]:
    return [
        name
        for name in house.typescript()
        if not _matches(name, ("*.test.ts*", RUN_FOR_EACH_FILE)) and HOOK.search(house.texts[name])
    ]


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
