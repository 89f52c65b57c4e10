"""Share cards of the catalogue's pages: their data are read from the build at the start."""

from pathlib import Path

import msgspec
import pytest

from server.contracts.routes import LANGUAGES
from server.contracts.views import read_views
from server.discovery.cards.catalogue_cards import catalogue_finders
from server.discovery.cards.page_cards import ShareCards
from server.errors import StartRefused
from server.media.imaging.open_graph.card_data import SiteName
from server.pages.page_request import CardPage
from tests.conftest import ORIGIN
from tests.fake_build import write_build

SITE = SiteName(en="Chanoki", ja="茶の木")


@pytest.mark.parametrize("kind", ["cultivars", "lineages", "breeders", "prefectures"])
def test_start_is_refused_if_the_build_lacks_what_a_card_shows(tmp_path: Path, kind: str) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    stale = dict.fromkeys(getattr(views["en"], kind), msgspec.Raw(b"{}"))
    views["en"] = msgspec.structs.replace(views["en"], **{kind: stale})

    with pytest.raises(StartRefused, match=r"the view of .+; run `make build` again"):
        catalogue_finders(SITE, "1", views)


@pytest.mark.anyio
async def test_each_lineage_breeder_and_prefecture_has_a_card_of_its_own(tmp_path: Path) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    cards = ShareCards(ORIGIN, catalogue_finders(SITE, "1", views))

    shown = (
        {
            (await cards.of_page(CardPage("lineage", language, {"code": code}))).url
            for language in LANGUAGES
            for code in views["ja"].lineages
        }
        | {
            (await cards.of_page(CardPage("breeder", language, {"id": id}))).url
            for language in LANGUAGES
            for id in views["ja"].breeders
        }
        | {
            (await cards.of_page(CardPage("prefecture", language, {"id": id}))).url
            for language in LANGUAGES
            for id in views["ja"].prefectures
        }
    )

    known = views["ja"]
    assert len(shown) == 2 * (len(known.lineages) + len(known.breeders) + len(known.prefectures))
    assert cards.site_card("ja").url not in shown
