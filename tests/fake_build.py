"""A made-up build folder and a fake render pool, for tests of the host without Node."""

import gzip
import json
from pathlib import Path

import brotli

from server.contracts.catalogue import CULTIVARS, LINEAGE_GROUPS
from server.contracts.cultivar import Cultivar
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language
from server.rendering.pool import PoolSnapshot, RenderUnavailable
from server.rendering.protocol import RenderedPage

INLINE_SCRIPT = 'document.documentElement.dataset.theme="light"'
SITE_CARD = b"the site's own card"
FACES = Path(__file__).resolve().parents[1] / "node_modules" / "@expo-google-fonts"
SCRIPT = b"console.log('tea');" * 60

MANIFEST = {
    "build": "b1",
    "entry": "/assets/hydrate-AAAA.js",
    "stylesheet": "/assets/chanoki-BBBB.css",
    "stylesheets": {"home": "/assets/page-FFFF.css"},
    "fonts": {"home": {"en": ["/assets/mincho-CCCC.woff2"], "ja": ["/assets/mincho-CCCC.woff2"]}},
    "inlineScript": INLINE_SCRIPT,
    "preloads": {"home": {"en": ["/assets/en-DDDD.js"], "ja": ["/assets/ja-EEEE.js"]}},
}


class FakePool:
    """Render pool whose pages contain only the route and language of their payload.

    While `is_down`, every render fails as after a crash of the worker.
    """

    def __init__(self) -> None:
        self.is_down = False
        self.payloads: list[bytes] = []

    async def start(self) -> None:
        """Does nothing: there is no worker."""

    async def stop(self) -> None:
        """Does nothing: there is no worker."""

    def snapshot(self) -> PoolSnapshot:
        return PoolSnapshot(1, 0 if self.is_down else 1, 0, 0, self.is_down)

    async def render(self, payload: bytes) -> RenderedPage:
        self.payloads.append(payload)
        if self.is_down:
            raise RenderUnavailable("crash")
        page = json.loads(payload)
        head = f"<title>{page['route']} in {page['language']}</title>"
        return RenderedPage(page["status"], head.encode(), f"<main>{page['route']}</main>".encode())


def cultivar_view(id: str, record: Cultivar, language: Language = "en") -> dict[str, object]:
    """Returns those fields of a cultivar's view that the host reads."""
    return {
        "id": id,
        "name": record.name_ja,
        "nameJa": record.name_ja,
        "nameEn": record.name_en,
        "ruby": [{"text": record.name_ja, "reading": None}],
        "epithet": record.epithet,
        "origin": {"id": "somewhere", "name": record.origin},
        "registration": record.registration_year,
        "uses": [{"id": use, "name": use} for use in record.uses],
        "lineages": [{"id": code, "name": code} for code in record.lineage],
        "parents": [
            {"id": parent.cultivar_id, "name": parent.name_ja, "role": parent.role}
            for parent in record.parents
        ],
        "harvest": None,
        "meta": {
            "title": text(
                language, "cultivar.meta.title", nameJa=record.name_ja, nameEn=record.name_en
            ),
            "description": record.description,
        },
    }


def lineage_view(code: str, language: Language) -> dict[str, object]:
    """Returns those fields of a lineage's view that the host reads."""
    group = LINEAGE_GROUPS[code]
    name = group.name_ja if language == "ja" else group.name
    title = text(language, "lineage.meta.title", name=name)
    image = {"src": f"/images/{code}{group.slug}.jpg"}
    meta = {"title": title, "description": group.story}
    return {"id": code, "name": name, "meta": meta, "image": image}


def breeder_view(id: str, language: Language) -> dict[str, object]:
    """Returns those fields of a breeder's view that the host reads."""
    title = text(language, "breeders.one.title", name=id)
    return {"id": id, "name": id, "meta": {"title": title, "description": id}}


def prefecture_view(id: str, language: Language) -> dict[str, object]:
    """Returns those fields of a prefecture's view that the host reads."""
    title = text(language, "prefectures.meta.title", name=id)
    return {"id": id, "name": id, "meta": {"title": title, "description": id}}


def overview_view(page: str, language: Language) -> dict[str, object]:
    """Returns those fields of an overview that the host reads; `page` is `map` or `calendar`."""
    title, description = (
        text(language, f"{page}.meta.{name}") for name in ("title", "description")
    )
    return {"of": page, "meta": {"title": title, "description": description}}


def write_build(folder: Path) -> None:
    assets = folder / "client" / "assets"
    assets.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    script = assets / "hydrate-AAAA.js"
    script.write_bytes(SCRIPT)
    script.with_name(f"{script.name}.br").write_bytes(brotli.compress(SCRIPT))
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name(f"{script.name}.map").write_text("{}")
    (folder / "client" / "favicon.svg").write_text("<svg/>")
    (folder / "client" / "images").mkdir()
    for language in LANGUAGES:
        (folder / "client" / "images" / f"card-{language}.jpg").write_bytes(SITE_CARD)
    (folder / "faces").symlink_to(FACES)
    (folder / "catalogue").mkdir()
    for language in LANGUAGES:
        views = {id: cultivar_view(id, record, language) for id, record in CULTIVARS.items()}
        catalogue = {
            "index": {"filters": {}},
            "lists": [["origin", "kyoto"], ["lineage", "13"]],
            "cultivars": views,
            "observations": {id: {"of": id} for id in CULTIVARS},
            "featured": [{"id": "yabukita"}],
            "lineages": {code: lineage_view(code, language) for code in ("0", "13")},
            "lineageList": [{"id": "0"}, {"id": "13"}],
            "overviews": {
                **{name: overview_view(name, language) for name in ("map", "calendar")},
                **{
                    name: {"of": name}
                    for name in ("statistics", "timeline", "breeders", "pedigree")
                },
            },
            "breeders": {"kyoto": breeder_view("kyoto", language)},
            "prefectures": {id: prefecture_view(id, language) for id in ("kyoto", "tokyo")},
        }
        path = folder / "catalogue" / f"{language}.json"
        path.write_text(json.dumps(catalogue, ensure_ascii=False), encoding="utf-8")
