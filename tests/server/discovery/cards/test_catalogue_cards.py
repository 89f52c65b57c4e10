"""Cards of the catalogue's pages: their data are read from the build at the start."""

from pathlib import Path

import msgspec
import pytest

from server.contracts.routes import LANGUAGES
from server.contracts.views import read_views
from server.discovery.cards.page_cards import catalogue_finders
from server.errors import StartRefused
from server.media.imaging.open_graph.card_data import SiteName
from tests.fake_build import write_build


@pytest.mark.parametrize("kind", ["cultivars", "lineages", "breeders", "prefectures"])
def test_start_is_refused_if_the_build_lacks_what_a_card_shows(tmp_path: Path, kind: str) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    stale = dict.fromkeys(getattr(views["en"], kind), msgspec.Raw(b"{}"))
    views["en"] = msgspec.structs.replace(views["en"], **{kind: stale})

    with pytest.raises(StartRefused, match=r"the view of .+; run `make build` again"):
        catalogue_finders(SiteName(en="Chanoki", ja="茶の木"), "1", views)
