"""Invalid shared files, which prevent the start with a message of file, field and reason."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.contracts.catalogue import LINEAGE_GROUPS, SOURCES, load_cultivars
from server.contracts.files import SHARED, read
from server.contracts.limits import LIMITS, Limits, load_limits
from server.contracts.locales import load_messages
from server.contracts.reference import load_list
from server.contracts.routes import load_routes
from server.errors import StartRefused

Table = dict[str, Any]


def changed_copy(tmp_path: Path, name: str, change: Callable[[Table], object]) -> Path:
    """Writes a copy of a shared file with a change; returns its path."""
    table = json.loads((SHARED / name).read_text(encoding="utf-8"))
    change(table)
    path = tmp_path / Path(name).name
    path.write_text(json.dumps(table), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table["home"].pop("footer"), "`footer` - at `$[...]`"),
        (lambda table: table["home"].pop("footer"), '`$[...]` of "home"'),
        (lambda table: table["home"].update(colour="red"), "unknown field `colour`"),
        (lambda table: table["home"].update(guard="friends"), "'friends' - at `$[...].guard`"),
        (lambda table: table["post"].update(params={}), "`$.post.params`"),
        (lambda table: table["post"].update(params={"id": "integer", "x": "slug"}), "$.post"),
        (lambda table: table.pop("home"), "the route is missing - at `$.home`"),
        (lambda table: table["terms"].update(path="about"), "`$.about` too - at `$.terms.path`"),
        (lambda table: table["about"].update(path="About Us"), '"About Us" is no path'),
        (lambda table: table["about"].update(path="ja"), "that of `$.home` too"),
    ],
)
def test_invalid_route_refuses_the_start(
    tmp_path: Path, change: Callable[[Table], object], message: str
) -> None:
    path = changed_copy(tmp_path, "routes.json", change)

    with pytest.raises(StartRefused) as refused:
        load_routes(path)

    assert str(refused.value).startswith(str(path))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table["yabukita"].update(lineage=["77"]), '"77"'),
        (lambda table: table["yabukita"].update(sources=["rumour"]), "$.yabukita.sources"),
        (lambda table: table["yabukita"].update(uses=["cola"]), '"cola"'),
        (lambda table: table["yabukita"].pop("nameJa"), '`nameJa` - at `$[...]` of "yabukita"'),
        (lambda table: table["yabukita"].update(registrationYear="19x0"), ".registrationYear` of"),
        (lambda table: table["yabukita"].update(registrationYear="1954"), "$.yabukita"),
        (lambda table: table["yabukita"].update(budding="early"), "got `str`"),
        (lambda table: table.update(yabu=table.pop("okuhikari")), '"okuhikari"'),
        (lambda table: table.update({"Z 1": table.pop("z1")}), 'the id "Z 1" is not a slug'),
    ],
)
def test_invalid_cultivar_refuses_the_start(
    tmp_path: Path, change: Callable[[Table], object], message: str
) -> None:
    path = changed_copy(tmp_path, "catalogue/cultivars.json", change)

    with pytest.raises(StartRefused) as refused:
        load_cultivars(path, groups=LINEAGE_GROUPS, sources=SOURCES)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cultivarPageSize": 0}, ">= 1 - at `$.cultivarPageSize`"),
        ({"commentPreview": -3}, ">= 1 - at `$.commentPreview`"),
        ({"allowances": []}, "length >= 1 - at `$.allowances`"),
        ({"ratingLeast": 6}, "`$.ratingLeast` must not be above `$.ratingMost`"),
    ],
)
def test_limit_out_of_bounds_refuses_the_start(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = changed_copy(tmp_path, "limits.json", lambda table: table.update(change))

    with pytest.raises(StartRefused, match=r"limits\.json: ") as refused:
        load_limits(path)

    assert message in str(refused.value)


def test_list_without_one_of_its_values_refuses_the_start(tmp_path: Path) -> None:
    path = changed_copy(tmp_path, "reference/prefectures.json", lambda table: table.pop("kyoto"))

    with pytest.raises(StartRefused, match=r"prefectures\.json: 47 values .* not 46"):
        load_list(path, count=LIMITS.prefectures)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"a": ' + "[" * 100_000, "\udcff"])
def test_invalid_json_file_refuses_the_start(tmp_path: Path, content: str) -> None:
    path = tmp_path / "limits.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))

    with pytest.raises(StartRefused, match=r"limits\.json: "):
        read(path, Limits)


def test_missing_shared_file_refuses_the_start(tmp_path: Path) -> None:
    with pytest.raises(StartRefused, match="No such file"):
        read(tmp_path / "limits.json", Limits)


def test_invalid_message_file_refuses_the_start(tmp_path: Path) -> None:
    (tmp_path / "home.json").write_text("[]")

    with pytest.raises(StartRefused, match=r"home\.json"):
        load_messages(tmp_path)
