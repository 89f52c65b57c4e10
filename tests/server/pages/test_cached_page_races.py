"""Changes while a page is rendered: requests after the change's response get the new page."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.media.storage.interface import Bucket, StorageFailure
from server.media.storage.local import LocalStorage
from tests.server.community.builders import add_image, execute
from tests.server.members import Browser, Place
from tests.server.pages.waiting_pool import Host, Scene, running_host

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("long_freshness")]

OLD = "OldWordsOfHana"
SOON_S = 1.0


@pytest.fixture
async def host(place: Place) -> AsyncIterator[Host]:
    """Yields a host whose renders can wait."""
    async with running_host(place) as host:
        yield host


@pytest.fixture
async def writer(host: Host) -> AsyncIterator[Browser]:
    """Yields the browser of a member of this host."""
    async with host.place.browser() as browser:
        await host.place.sign_in(browser, "development-hana")
        await host.place.make_established(browser)
        yield browser


async def with_post(scene: Scene) -> None:
    await scene.post(content=OLD)


async def with_comment(scene: Scene) -> None:
    """Writes a post with a comment."""
    await scene.post()
    path = f"/api/posts/{scene.post_id}/comments"
    answer = await scene.writer.change("POST", path, json={"content": OLD})
    scene.comment_id = answer.json()["id"]


async def with_picture(scene: Scene) -> None:
    """Writes a post with a picture."""
    image = await add_image(scene.host.place.engine, scene.writer.member_id)
    await scene.post(images=[{"id": image, "alt": OLD}])


async def with_name(scene: Scene) -> None:
    """Changes the member's name and writes a post."""
    await scene.change("PUT", "/api/profiles/me", display_name=OLD, language="ja")
    await scene.post()


async def with_avatar(scene: Scene) -> None:
    """Gives the member an avatar and writes a post."""
    url = f"/media/avatar-url/{OLD}/avatar.jpg?v=1"
    update = "UPDATE profiles SET avatar_url = :url WHERE id = :id"
    await execute(scene.host.place.engine, update, url=url, id=scene.writer.member_id)
    await scene.post()


async def delete_post(scene: Scene) -> int:
    return await scene.change("DELETE", f"/api/posts/{scene.post_id}")


async def edit_post(scene: Scene) -> int:
    return await scene.change("PUT", f"/api/posts/{scene.post_id}", content="あらため")


async def delete_comment(scene: Scene) -> int:
    return await scene.change("DELETE", f"/api/comments/{scene.comment_id}")


async def change_name(scene: Scene) -> int:
    return await scene.change("PUT", "/api/profiles/me", display_name="新しい名", language="ja")


async def remove_avatar(scene: Scene) -> int:
    return await scene.change("DELETE", "/api/profiles/me/avatar")


async def delete_account(scene: Scene) -> int:
    """Deletes the member's account and keeps the posts."""
    name = (await scene.writer.read_session())["member"]["display_name"]
    return await scene.change("DELETE", "/api/account", confirmation=name, posts="keep")


async def delete_account_and_posts(scene: Scene) -> int:
    """Deletes the member's account and posts."""
    name = (await scene.writer.read_session())["member"]["display_name"]
    return await scene.change("DELETE", "/api/account", confirmation=name, posts="remove")


CHANGES = {
    "a post is deleted": (with_post, delete_post),
    "a post is changed": (with_post, edit_post),
    "a comment is deleted": (with_comment, delete_comment),
    "a picture is taken out": (with_picture, edit_post),
    "a name is changed": (with_name, change_name),
    "an avatar is removed": (with_avatar, remove_avatar),
    "a member leaves": (with_name, delete_account),
    "a member leaves with all posts": (with_post, delete_account_and_posts),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_requests_after_a_change_never_get_the_old_page(
    host: Host, writer: Browser, name: str
) -> None:
    prepare, change = CHANGES[name]
    scene = Scene(host, writer)
    await prepare(scene)
    host.pool.is_holding = True

    before = [await host.begin(page) for page in scene.pages]
    assert await change(scene) < 300
    after = [await host.begin(page) for page in scene.pages]

    assert not any([OLD in await request.finish() for request in after])
    # The renders with the old text end last, and are not cached.
    assert all([OLD in await request.finish() for request in before])
    host.pool.is_holding = False
    assert not any([OLD in await host.text(page) for page in scene.pages])


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.databases("postgresql")
@pytest.mark.fault
async def test_another_host_does_not_store_renders_from_before_the_event(
    place: Place, host: Host, writer: Browser, name: str
) -> None:
    prepare, change = CHANGES[name]
    scene = Scene(host, writer)
    await prepare(scene)
    async with running_host(place) as other:
        await asyncio.sleep(SOON_S / 2)
        other.pool.is_holding = True

        before = [await other.begin(page) for page in scene.pages]
        assert await change(scene) < 300
        await asyncio.sleep(SOON_S)

        assert all([OLD in await request.finish() for request in before])
        other.pool.is_holding = False
        assert not any([OLD in await other.text(page) for page in scene.pages])


async def test_pages_are_purged_when_the_storage_hangs(
    host: Host, writer: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, is_back = Scene(host, writer), asyncio.Event()
    await with_picture(scene)
    assert all([OLD in await host.text(page) for page in scene.pages])

    async def hang(_store: LocalStorage, _bucket: Bucket, _name: str) -> None:
        await is_back.wait()

    monkeypatch.setattr(LocalStorage, "delete", hang)
    changing = asyncio.create_task(edit_post(scene))
    async with asyncio.timeout(10 * SOON_S):
        while any([OLD in await host.text(page) for page in scene.pages]):
            await asyncio.sleep(0.01)

    assert not changing.done()
    is_back.set()
    assert await changing < 300


async def test_committed_change_of_a_failed_request_is_shown(
    host: Host, writer: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(host, writer)
    await with_avatar(scene)
    assert all([OLD in await host.text(page) for page in scene.pages])

    async def fail(_store: LocalStorage, _bucket: Bucket, _owner: str) -> list[str]:
        raise StorageFailure("away")

    monkeypatch.setattr(LocalStorage, "names_of", fail)

    assert await remove_avatar(scene) == 503
    assert not any([OLD in await host.text(page) for page in scene.pages])
