"""A corpus of odd and hostile files: each is stored safely or refused with the expected code."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copyfile

import pytest

from server.database.engine import create_engine
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.media.imaging.pictures import corners, encoded, opened, quarters
from tests.server.media.uploads.corpus import (
    COMPLEX,
    SECRET,
    STORED,
    TYPE,
    Case,
    every_case,
    phones,
)
from tests.server.media.uploads.upload_requests import (
    BROKEN_FORMS,
    HOSTILE_NAMES,
    POST_IMAGE_BYTES_MOST,
    POST_IMAGES,
    addresses_of,
    send_post_image,
)
from tests.server.members import Browser, Loopback, Moment, Place
from tests.server.sites import patient_site

pytestmark = pytest.mark.anyio

STATUS = {STORED: 201, TYPE: 415, COMPLEX: 422}
AT_ONCE = 2
# What no stored file may contain: metadata, and the scripts of the polyglots.
TRACES = (SECRET, b"Secret", b"Exif", b"<script", b"<?php", b"PK\x03\x04", b"8BIM", b"ns.adobe.com")
UPRIGHT = {
    3: "white blue green red",
    6: "blue red white green",
    8: "green white red blue",
}


@pytest.fixture(scope="session")
def corpus() -> dict[str, list[Case]]:
    return every_case()


@pytest.fixture
async def place(
    settings: Settings, pool: FakePool, moment: Moment, migrated_file: Path
) -> AsyncIterator[Place]:
    """Yields a site on SQLite and a folder: database and store do not affect the check of files."""
    engine = create_engine(settings.database_url)
    copyfile(migrated_file, str(engine.url.database))
    loopback = Loopback()
    loopback.app = app = patient_site(settings, pool, now=moment, provider_transport=loopback)
    async with running(app):
        yield Place(app, engine, settings, moment)
    await engine.dispose()


def test_corpus_has_more_than_150_files_below_the_size_limit(corpus: dict[str, list[Case]]) -> None:
    names = [case.name for cases in corpus.values() for case in cases]

    assert len(names) == len(set(names)) > 150
    assert all(
        len(case.data) <= POST_IMAGE_BYTES_MOST for cases in corpus.values() for case in cases
    )


@pytest.mark.parametrize(
    "kind",
    [
        *("bombs", "truncated", "other_types", "polyglots", "colours", "phones", "shapes"),
        # test_responsive_images.py encodes the largest allowed image in every run.
        pytest.param("largest", marks=pytest.mark.audit),
    ],
)
async def test_every_file_of_the_corpus_has_the_expected_result(
    place: Place, hana: Browser, corpus: dict[str, list[Case]], kind: str
) -> None:
    slots = asyncio.Semaphore(AT_ONCE)

    async def check(case: Case) -> str | None:
        async with slots:
            return await _unexpected_result(hana, case)

    results = await asyncio.gather(*(check(case) for case in corpus[kind]))

    assert [unexpected for unexpected in results if unexpected] == []
    assert await place.count("pending_removals") == 0
    stored = await place.count("post_images")
    media = place.settings.data_dir / "media"
    files = [path for path in media.rglob("*") if path.is_file()]
    assert (len(files) >= stored) if stored else files == []


async def _unexpected_result(hana: Browser, case: Case) -> str | None:
    """Uploads a file; returns a description of an unexpected result, or None."""
    answer = await send_post_image(hana, case.data)
    result = STORED if answer.status_code == 201 else answer.json().get("code", "")
    if result not in case.expected or STATUS.get(result) != answer.status_code:
        return f"{case.name}: {answer.status_code} {result}, not {case.expected}"
    if result != STORED:
        return None
    for address in {answer.json()["image"]["url"], *addresses_of(answer.json()["image"])}:
        wrong = await _failed_check(hana, address)
        if wrong:
            return f"{case.name}: {address} {wrong}"
    return None


async def _failed_check(hana: Browser, address: str) -> str | None:
    """Returns the first check that a stored image fails, or None."""
    response = await hana.get(address)
    ending = address.rpartition(".")[2].replace("jpg", "jpeg")
    name = rf"/media/post-images/{hana.member_id}/(\d{{13}}|[0-9a-f]{{16}}-\d+)\.\w{{3,4}}"
    picture = opened(response.content)
    checks = {
        "is missing": response.status_code == 200,
        "has a foreign name": re.fullmatch(name, address) is not None,
        "is of another type": response.headers["content-type"] == f"image/{ending}",
        "may be sniffed": response.headers["x-content-type-options"] == "nosniff",
        "can run scripts": response.headers["content-security-policy"]
        == "default-src 'none'; sandbox",
        "can be embedded": response.headers["cross-origin-resource-policy"] == "same-origin",
        "contains metadata or a script": not any(trace in response.content for trace in TRACES),
        "has EXIF or a profile": not dict(picture.getexif()) and "icc_profile" not in picture.info,
        "is too wide": picture.width <= 1600,
    }
    return next((wrong for wrong, is_right in checks.items() if not is_right), None)


async def test_rotated_phone_photos_are_served_upright(hana: Browser) -> None:
    turned = {f"photo turned {turn}": expected for turn, expected in UPRIGHT.items()}
    for case in phones():
        if case.name in turned:
            image = (await send_post_image(hana, case.data)).json()["image"]
            for address in addresses_of(image):
                response = (await hana.get(address)).content
                assert " ".join(corners(response)) == turned[case.name], address


@pytest.mark.parametrize("more", [1, 2, 100_000])
async def test_post_image_above_the_size_limit_is_refused_with_413(
    place: Place, hana: Browser, more: int
) -> None:
    answer = await send_post_image(hana, bytes(POST_IMAGE_BYTES_MOST + more))

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (413, "upload.postImageTooLarge")
    assert problem["params"] == {"most": 5}
    assert await place.count("post_images") == 0


async def test_post_image_of_exactly_five_megabytes_is_accepted(hana: Browser) -> None:
    data = encoded(quarters(), "PNG")

    answer = await send_post_image(hana, data + bytes(POST_IMAGE_BYTES_MOST - len(data)))

    assert answer.status_code == 201


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_post_image_ignores_the_file_name_and_type_of_the_client(
    hana: Browser, name: str
) -> None:
    answer = await send_post_image(hana, encoded(quarters(), "PNG"), name=name, kind="text/html")

    if answer.status_code == 201:
        assert re.fullmatch(
            rf"/media/post-images/{hana.member_id}/\d{{13}}\.png", answer.json()["image"]["url"]
        )
    else:
        assert answer.status_code == 400


@pytest.mark.parametrize(("media_type", "body"), BROKEN_FORMS)
async def test_broken_post_image_form_answers_400_or_415(
    place: Place, hana: Browser, media_type: str, body: bytes
) -> None:
    headers = {"content-type": media_type}

    answer = await hana.change("POST", POST_IMAGES, content=body, headers=headers)

    assert answer.status_code in (400, 415)
    assert await place.count("post_images") == 0
