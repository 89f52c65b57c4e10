"""The lineage diagrams and the default cards, rendered from the real catalogue."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops

from server.contracts.catalogue import CULTIVARS, LINEAGE_GROUPS
from server.contracts.routes import LANGUAGES
from server.media.imaging.canvas import Canvas, Fonts, Style
from server.media.imaging.diagrams import Diagrams, dashes, draw_cards, draw_groups, points_of
from server.media.imaging.open_graph.card_data import SiteName

ROOT = Path(__file__).resolve().parents[4]
FONTS = ROOT / "node_modules" / "@expo-google-fonts"


def _render_all(folder: Path) -> None:
    """Renders the diagrams and the default cards into a folder."""
    faces = Fonts(FONTS)
    draw_groups(folder, faces)
    draw_cards(folder, faces, name=SiteName(en="Chanoki", ja="茶の木"))


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with the rendered diagrams of the real catalogue."""
    folder = tmp_path_factory.mktemp("build")
    layout = ("client/cultivars/pedigree/layout.mjs", "shared/catalogue", str(folder / "catalogue"))
    node = Path(sys.prefix) / "bin" / "node"
    subprocess.run([str(node), *layout], cwd=ROOT, check=True)
    _render_all(folder)
    return folder


@pytest.fixture(scope="module")
def diagrams(build: Path) -> Diagrams:
    """Returns the layouts of the diagrams."""
    layout = (build / "catalogue" / "diagrams.json").read_bytes()
    return msgspec.json.decode(layout, type=Diagrams)


@pytest.fixture(scope="module")
def faces() -> Fonts:
    return Fonts(FONTS)


def test_every_lineage_group_with_a_slug_has_a_diagram(build: Path) -> None:
    expected = {f"{code}{group.slug}.jpg" for code, group in LINEAGE_GROUPS.items() if group.slug}

    drawn = {path.name for path in (build / "client" / "images").iterdir()}

    assert drawn == expected | {"card-en.jpg", "card-ja.jpg"}


def test_diagram_is_a_jpeg_of_the_size_in_the_layout(build: Path, diagrams: Diagrams) -> None:
    for picture in diagrams.pictures.values():
        path = build / "client" / "images" / picture.file

        with Image.open(path) as image:
            assert (image.format, image.size) == ("JPEG", (picture.width, picture.height))
        assert path.stat().st_size < 450_000


@pytest.mark.parametrize("language", ["en", "ja"])
def test_default_card_is_a_jpeg_of_1200_by_630(build: Path, language: str) -> None:
    with Image.open(build / "client" / "images" / f"card-{language}.jpg") as card:
        assert (card.format, card.size) == ("JPEG", (1200, 630))


def test_diagram_keeps_a_margin_on_the_left_and_right(build: Path, diagrams: Diagrams) -> None:
    for picture in diagrams.pictures.values():
        with Image.open(build / "client" / "images" / picture.file) as image:
            paper = Image.new("RGB", image.size, image.getpixel((0, 0)))
            drawn = ImageChops.difference(image, paper).convert("L").point(_is_drawn).getbbox()

        assert drawn is not None
        assert drawn[0] > 20
        assert drawn[2] < picture.width - 20, picture.file


def _is_drawn(value: int) -> int:
    """Returns 255 for a pixel that differs from the background, 0 for others."""
    return 255 if value > 24 else 0


# The last two lineage groups; all of them in the audit.
@pytest.mark.parametrize("count", [2, pytest.param(0, marks=pytest.mark.audit)])
def test_diagram_and_card_rendering_is_deterministic(
    build: Path, tmp_path: Path, count: int
) -> None:
    layout = json.loads((build / "catalogue" / "diagrams.json").read_bytes())
    layout["pictures"] = dict(list(layout["pictures"].items())[-count:])
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "diagrams.json").write_text(json.dumps(layout))

    _render_all(tmp_path)

    again = list((tmp_path / "client" / "images").iterdir())
    assert len(again) == len(LANGUAGES) + len(layout["pictures"])
    for path in again:
        assert (build / "client" / "images" / path.name).read_bytes() == path.read_bytes()


def test_fonts_cover_every_name_of_the_catalogue(faces: Fonts) -> None:
    names = [name for one in CULTIVARS.values() for name in (one.name_ja, one.name_en)]
    parents = [parent for one in CULTIVARS.values() for parent in one.parents]
    names += [name for one in parents for name in (one.name_ja, one.name_en)]

    for name in names:
        assert not faces.covering("medium", name).lacks(name)


def test_character_missing_in_one_font_uses_another_font(faces: Fonts) -> None:
    lacking = faces.covering("medium", "あ")
    rare = next(sign for sign in map(chr, range(0x4E00, 0x9FFF)) if lacking.lacks(sign))

    assert faces.covering("medium", "あ" + rare) is not lacking


def test_character_missing_in_all_fonts_raises_an_error_with_the_text(faces: Fonts) -> None:
    canvas = Canvas((100, 100), faces)

    with pytest.raises(ValueError, match='no face can draw "\U00013000" of "茶\U00013000"'):
        canvas.text((0, 50), "茶\U00013000", style=Style(14))


def test_points_of_follows_every_command_of_an_svg_path() -> None:
    points = points_of("M0 0V10H20L30 20C30 30 40 30 40 40")

    assert points[:4] == [(0, 0), (0, 10), (20, 10), (30, 20)]
    assert points[-1] == (40, 40)


def test_dashes_continue_around_corners_and_end_with_the_line() -> None:
    assert list(dashes([(0, 0), (0, 6), (6, 6)], 8, 2)) == [
        [(0, 0), (0, 6), (2, 6)],
        [(4, 6), (6, 6)],
    ]
