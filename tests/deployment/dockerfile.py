"""Parser of a Dockerfile and of .dockerignore, for the instructions that this project uses."""

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Step:
    """Instruction of a Dockerfile with its text."""

    word: str
    rest: str

    @property
    def arguments(self) -> list[str]:
        """Arguments without options, from the shell form or the JSON form."""
        text = self.rest
        if text.startswith("["):
            return [str(word) for word in json.loads(text)]
        return [word for word in shlex.split(text) if not word.startswith("--")]

    @property
    def options(self) -> dict[str, str]:
        found = re.findall(r"--([a-z-]+)=(\S+)", self.rest)
        return dict(found)


@dataclass
class Stage:
    """FROM with the steps up to the next FROM."""

    image: str
    name: str
    steps: list[Step] = field(default_factory=list)

    def all(self, word: str) -> list[Step]:
        return [step for step in self.steps if step.word == word]


def read_stages(path: Path) -> list[Stage]:
    stages: list[Stage] = []
    for step in _steps(path.read_text(encoding="utf-8")):
        if step.word == "FROM":
            image, *named = step.arguments
            stages.append(Stage(image, named[1] if named else str(len(stages))))
        else:
            stages[-1].steps.append(step)
    return stages


def _steps(text: str) -> list[Step]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    steps = []
    for line in filter(None, (line.strip() for line in whole.splitlines())):
        word, _, rest = line.partition(" ")
        steps.append(Step(word.upper(), rest.strip()))
    return steps


def is_ignored(path: str, patterns: list[str]) -> bool:
    """Returns whether .dockerignore excludes a path; the last matching pattern decides."""
    is_excluded = False
    for pattern in patterns:
        word = pattern.removeprefix("!")
        expression = re.escape(word).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
        if re.match(f"{expression}(?:/|$)", path):
            is_excluded = not pattern.startswith("!")
    return is_excluded


def read_patterns(path: Path) -> list[str]:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]
