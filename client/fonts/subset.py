"""Cuts the display face down to the characters that headings and the catalogue print."""

import argparse
import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import fontTools
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from client.fonts.stylesheet import Metrics, stylesheet

Messages: TypeAlias = Mapping[str, "str | Messages"]

PROJECT = Path(__file__).resolve().parents[2]
FACE = (
    PROJECT
    / "node_modules/@expo-google-fonts/shippori-mincho/600SemiBold/ShipporiMincho_600SemiBold.ttf"
)
SITE_NAME = "茶の木 Chanoki"

# Whatever an English heading can need, and the name above every page: every page fetches these.
LATIN = (
    *range(0x20, 0x7F),
    *map(ord, "ĀāĒēĪīŌōŪū©«»°·½éèü–—‘’“”…×→←♀♂"),
    *map(ord, SITE_NAME),
)
# What a Japanese heading can need besides kanji. The wider blocks of punctuation and full-width
# forms are left to what the texts really use.
KANA = (
    *map(ord, "　、。々〇「」『』【】〜（）！？：；，．＋－／～"),
    *range(0x3041, 0x3097),
    *range(0x3099, 0x30FF),
    # The kanji of the few headings that most pages have: without them here, each of those pages
    # would fetch all the kanji.
    *map(ord, "品種情報"),
)
FILES = ("mincho-latin", "mincho-kana", "mincho-common", "mincho-kanji")
# Kanji of names and epithets that stand beside those of the headings, the most frequent ones:
# with them two thirds of the records need no other file of kanji.
FREQUENT = 200
# Messages of the home page and of records, whose headings are labels.
LABELLED = {"cultivar", "observations", "today"}

# What sets a heading well in both directions. The face has no kerning of its own; its `ccmp` and
# `vrt2` would only add glyphs that composed text and a browser's own turning of Latin don't need.
FEATURES = ("liga", "palt", "vpal", "vert")

# A heading can be any short label ("Parents"), and its key does not say so; a longer one does.
LABEL_LENGTH = 20
_KANJI = re.compile("[\u4e00-\u9fff]")
_HEADING = re.compile(r"(?:title|heading|vertical|first|second|name)(_one|_other)?$", re.IGNORECASE)


def display_texts(shared: Path) -> Iterator[str]:
    """Yields everything that may be set in the display face, in both languages."""
    yield SITE_NAME
    yield from _catalogue_texts(shared / "catalogue")
    for path in sorted((shared / "locales").rglob("*.json")):
        yield from _list_headings(json.loads(path.read_text(encoding="utf-8")))


def _catalogue_texts(folder: Path) -> Iterator[str]:
    """Yields names of cultivars, parents, lineages and places: the fonts must contain them."""
    cultivars = json.loads((folder / "cultivars.json").read_text(encoding="utf-8"))
    for record in cultivars.values():
        for field in ("nameJa", "nameKana", "nameEn", "epithet", "epithetEn"):
            yield record[field]
        yield from record["aliases"]
        for parent in record["parents"]:
            yield from (parent["nameJa"], parent["nameEn"])
    groups = json.loads((folder / "lineage-groups.json").read_text(encoding="utf-8"))
    for group in groups.values():
        yield from (group["nameJa"], group["name"])
    unconfirmed = json.loads((folder / "unconfirmed.json").read_text(encoding="utf-8"))
    for seen in unconfirmed.values():
        yield from filter(None, (seen["nameJa"], seen["nameEn"]))
    timing = json.loads((folder / "timing.json").read_text(encoding="utf-8"))
    for row in chain.from_iterable(timing.values()):
        for said in filter(None, (row["site"], row["years"])):
            yield from said.values()


def _list_headings(
    messages: Messages, before: str = "", *, longest: int = LABEL_LENGTH
) -> Iterator[str]:
    """Yields messages that may be printed as headings, without their placeholders.

    A key tells headings; a text of at most `longest` characters may be one under any key.
    """
    for name, value in messages.items():
        key = f"{before}.{name}"
        if not isinstance(value, str):
            yield from _list_headings(value, key, longest=longest)
        elif len(value) <= longest or any(map(_HEADING.search, key.split("."))):
            yield re.sub(r"{{\w+}}", "", value)


def characters(texts: Iterable[str]) -> frozenset[int]:
    return frozenset(ord(sign) for text in texts for sign in text if sign.isprintable())


def common_characters(shared: Path) -> frozenset[int]:
    """Returns the characters of Japanese headings, and the 200 most frequent kanji of records."""
    headings = (
        text
        for path in (shared / "locales" / "ja").rglob("*.json")
        for text in _list_headings(
            json.loads(path.read_text(encoding="utf-8")),
            longest=LABEL_LENGTH if path.stem in LABELLED else 0,
        )
    )
    cultivars = json.loads((shared / "catalogue" / "cultivars.json").read_text(encoding="utf-8"))
    records = (set(one["nameJa"] + one["epithet"]) for one in cultivars.values())
    counts = Counter(sign for signs in records for sign in signs if _KANJI.match(sign))
    by_frequency = sorted(counts, key=lambda sign: (-counts[sign], sign))
    return characters(headings) | characters(by_frequency[:FREQUENT])


def split(
    wanted: frozenset[int], drawn: frozenset[int], *, common: frozenset[int]
) -> dict[str, frozenset[int]]:
    """Divides code points among the files; leaves out those not in the face (`drawn`)."""
    latin = frozenset(LATIN) & drawn
    kana = (frozenset(KANA) & drawn) - latin
    rest = (wanted & drawn) - latin - kana
    return dict(zip(FILES, (latin, kana, rest & common, rest - common), strict=True))


def cut(face: bytes, wanted: frozenset[int]) -> bytes:
    """Returns the font with only the wanted characters, as WOFF2."""
    options = Options(
        layout_features=list(FEATURES),
        hinting=False,
        name_IDs=[1, 2, 4, 6, 13, 14],
        notdef_outline=True,
        drop_tables=["gasp"],
    )
    with TTFont(io.BytesIO(face), recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=wanted)
        subsetter.subset(font)
        font.flavor = "woff2"
        made = io.BytesIO()
        font.save(made)
    return made.getvalue()


def metrics_of(font: TTFont) -> Metrics:
    """Reads the metrics that a fallback must imitate."""
    header, widths, glyphs = font["hhea"], font["hmtx"], font.getBestCmap()
    return Metrics(
        em=font["head"].unitsPerEm,
        ascent=header.ascent,
        descent=-header.descent,
        gap=header.lineGap,
        advances={chr(code): widths[glyphs[code]][0] for code in range(0x20, 0x7F)},
    )


def write(folder: Path) -> None:
    """Writes the subsets and their style sheet, unless the folder has those of the same input."""
    face = FACE.read_bytes()
    wanted = characters(display_texts(PROJECT / "shared"))
    common = common_characters(PROJECT / "shared")
    made_of = _hash_face(face, wanted, common)
    sheet = folder / "mincho.css"
    is_whole = sheet.exists() and all((folder / f"{name}.woff2").exists() for name in FILES)
    if is_whole and made_of in sheet.read_text(encoding="utf-8"):
        return
    folder.mkdir(parents=True, exist_ok=True)
    with TTFont(io.BytesIO(face), lazy=True) as font:
        metrics = metrics_of(font)
        parts = split(wanted, frozenset(font.getBestCmap()), common=common)
    for name, part in parts.items():
        (folder / f"{name}.woff2").write_bytes(cut(face, part))
    sheet.write_text(f"/* {made_of} */\n{stylesheet(parts, metrics)}", encoding="utf-8")


def _hash_face(face: bytes, *parts: frozenset[int]) -> str:
    """Returns the digest of all that the files depend on, this code and fontTools included."""
    digest = hashlib.sha256(face)
    digest.update(json.dumps([fontTools.version, *map(sorted, parts)]).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Writes fonts and style sheet into the folder of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the fonts and mincho.css go: build/fonts")
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
