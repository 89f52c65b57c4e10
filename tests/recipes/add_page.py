"""The steps of the README's recipe "Add a page"."""

import json
from pathlib import Path

ROUTE = {
    "path": "brewing",
    "params": {},
    "frame": "main",
    "footer": True,
    "guard": "everyone",
    "indexed": True,
    "preload": [],
    "needs": [],
    "query": [],
    "component": "brewing/BrewingPage.tsx",
    "messages": ["brewing"],
    "title": "brewing.meta.title",
    "description": "brewing.meta.description",
}
MESSAGE_FILES = {
    "shared/locales/en/brewing.json": {
        "meta": {"title": "Brewing", "description": "How to brew."},
        "title": "Brewing",
    },
    "shared/locales/ja/brewing.json": {
        "meta": {"title": "淹れ方", "description": "お茶の淹れ方です。"},
        "title": "淹れ方",
    },
}
COMPONENT = "client/brewing/BrewingPage.tsx"
TSX = """/** Page about brewing. */
import { usePage } from "../page/PageContext.ts";
import { PageHead } from "../page/PageHead.tsx";

export default function BrewingPage() {
  const { t } = usePage();
  return (
    <>
      <PageHead title={t("brewing.meta.title")} description={t("brewing.meta.description")} />
      <h1>{t("brewing.title")}</h1>
    </>
  );
}
"""


def carry_out(folder: Path) -> None:
    """Carries out the recipe in a copy of the project."""
    table = folder / "shared" / "routes.json"
    routes = json.loads(table.read_bytes()) | {"brewing": ROUTE}
    table.write_text(json.dumps(routes), encoding="utf-8")
    for name, messages in MESSAGE_FILES.items():
        (folder / name).write_text(json.dumps(messages), encoding="utf-8")
    (folder / COMPONENT).parent.mkdir()
    (folder / COMPONENT).write_text(TSX, encoding="utf-8")
