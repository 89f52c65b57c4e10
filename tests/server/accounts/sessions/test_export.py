"""Export of the data that the site holds about a member."""

import io
import json
import zipfile

import pytest

from server.accounts.profiles.schemas import CurrentMember
from server.accounts.sessions.schemas import AccountEntry
from server.contracts.locales import has_message
from server.contracts.routes import LANGUAGES
from tests.server.media.imaging.pictures import encoded, opened, quarters
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def download_export(browser: Browser) -> zipfile.ZipFile:
    """Downloads the member's export and returns its archive."""
    answer = await browser.get("/api/account/export")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["content-disposition"] == 'attachment; filename="chanoki.zip"'
    return zipfile.ZipFile(io.BytesIO(answer.content))


async def test_export_contains_data_page_and_images(hana: Browser, alex: Browser) -> None:
    picture = encoded(quarters(), "PNG")
    await hana.change(
        "PUT", "/api/profiles/me/avatar", files={"file": ("a.png", picture, "image/png")}
    )
    bio = "<script>alert(1)</script>"
    await hana.change(
        "PUT", "/api/profiles/me", json={"display_name": "A & B", "language": "en", "bio": bio}
    )

    archive = await download_export(hana)

    assert archive.namelist() == ["images/avatar-url/avatar.png", "data.json", "index.html"]
    data = json.loads(archive.read("data.json"))
    assert data["profile"]["email"] == "hana@example.com"
    assert data["profile"]["bio"] == bio
    assert data["account"] == {
        "issuer": "http://tea.example/dev/oidc",
        "subject": "development-hana",
        "full_name": "茶畑 はな",
        "notice_seen_at": None,
        "shares_favourites": True,
        "shares_follows": False,
    }
    assert [entry["is_current"] for entry in data["sessions"]] == [True]
    page = archive.read("index.html").decode()
    assert '<html lang="en">' in page
    assert "<script>" not in page
    assert "A &amp; B" in page
    assert "Everything Chanoki holds about you" in page
    assert "development-hana" in page
    assert "<dt>Favourite tea and cultivar are public</dt><dd>Yes</dd>" in page
    assert 'src="images/avatar-url/avatar.png"' in page
    assert opened(archive.read("images/avatar-url/avatar.png")).size == (80, 80)
    assert alex.member_id not in page


async def test_export_times_are_correct_and_in_utc_format(place: Place, hana: Browser) -> None:
    place.moment.advance(minutes=5)
    await hana.change("PUT", "/api/profiles/me", json={"display_name": "はな", "language": "ja"})
    post = {"content": "一番茶", "category": "question", "language": "ja"}
    id = (await hana.change("POST", "/api/posts", json=post)).json()["id"]
    await hana.change("PUT", f"/api/posts/{id}/like")

    data = json.loads((await download_export(hana)).read("data.json"))

    assert data["profile"]["created_at"] == data["profile"]["joined_at"] == "2026-11-21T04:00:00Z"
    assert data["profile"]["updated_at"] == "2026-11-21T04:05:00Z"
    assert data["posts"][0]["created_at"] == data["likes"][0]["created_at"]
    assert data["likes"][0]["created_at"] == "2026-11-21T04:05:00Z"


async def test_export_page_is_in_the_members_language(hana: Browser) -> None:
    page = (await download_export(hana)).read("index.html").decode()

    assert '<html lang="ja">' in page
    assert "自己紹介" not in page
    assert "茶の木に保存されている" in page
    assert "表示名" in page


@pytest.mark.parametrize("record", [CurrentMember, AccountEntry])
def test_every_exported_field_has_a_label_in_both_languages(
    record: type[CurrentMember | AccountEntry],
) -> None:
    labels = [f"outside.export.field.{name}" for name in record.__struct_fields__]

    assert [
        (language, label)
        for language in LANGUAGES
        for label in labels
        if not has_message(language, label)
    ] == []
