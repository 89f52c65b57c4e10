"""Rules of the Dockerfile, checked without a container engine."""

import re
import tomllib

import pytest

from tests.architecture.source_tree import PROJECT
from tests.deployment.dockerfile import is_ignored, read_patterns, read_stages

FILE = PROJECT / "Dockerfile"
EXACT = re.compile(r"[a-z0-9]+(?:/[a-z0-9-]+)?:\d+\.\d+\.\d+[a-z0-9.-]*")


def test_every_base_image_has_an_exact_version_and_no_registry_host() -> None:
    images = {stage.image for stage in read_stages(FILE)}

    assert [image for image in images if not EXACT.fullmatch(image)] == []


def test_every_copied_file_exists_and_is_not_ignored() -> None:
    patterns = read_patterns(PROJECT / ".dockerignore")
    names = {stage.name for stage in read_stages(FILE)}
    copied = [
        source
        for stage in read_stages(FILE)
        for step in stage.all("COPY")
        if "from" not in step.options
        for source in step.arguments[:-1]
    ]

    assert copied
    assert [
        one for one in copied if not (PROJECT / one).exists() or is_ignored(one, patterns)
    ] == []
    assert {
        step.options["from"]
        for stage in read_stages(FILE)
        for step in stage.all("COPY")
        if "from" in step.options
    } <= names


@pytest.mark.parametrize(
    "path", [".env", ".git/config", "data/chanoki.sqlite3", "node_modules/x", "tests/conftest.py",
             "build/manifest.json", ".venv/bin/python", "server/pages/__pycache__/x.pyc"]
)  # fmt: skip
def test_local_files_are_ignored_by_the_image_build(path: str) -> None:
    assert is_ignored(path, read_patterns(PROJECT / ".dockerignore"))


def test_last_stage_runs_unprivileged_and_has_a_health_check() -> None:
    last = read_stages(FILE)[-1]
    words = [step.word for step in last.steps]
    user = last.all("USER")[-1].arguments[0]

    assert int(user.partition(":")[0]) >= 1000
    assert words.index("USER") < words.index("CMD")
    assert "HEALTHCHECK" in words
    assert last.all("CMD")[-1].arguments == ["python", "-m", "server", "serve"]
    assert [step.word for step in last.steps[words.index("USER") :] if step.word == "RUN"] == []


def test_last_stage_installs_nothing_and_contains_no_secret() -> None:
    last = read_stages(FILE)[-1]
    runs = " ".join(step.rest for step in last.all("RUN"))
    whole = FILE.read_text(encoding="utf-8")

    assert not re.search(r"apt-get|pip install|npm|curl|wget", runs)
    assert not re.search(r"(?i)secret|password|token|ARG ", whole)
    assert not re.search(r"https?://", whole)


def test_dockerignore_patterns_include_and_exclude_paths() -> None:
    patterns = ["*", "!server", "**/__pycache__", "**/*.md"]

    kept = [path for path in ("server/app.py", "server/README.md", "a/b", "server/x/__pycache__/y")
            if not is_ignored(path, patterns)]  # fmt: skip
    assert kept == ["server/app.py"]


def test_image_contains_the_telemetry_packages() -> None:
    lock = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = extras["project"]["optional-dependencies"]["telemetry"]

    assert [one for one in wanted if f"\n{one.partition('>=')[0]}==" not in lock] == []
