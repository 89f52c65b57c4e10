"""Data that the host sends to the render worker alone, not to the browser."""

import pytest

from tests.fake_build import FakePool
from tests.server.community.test_reader_specific_posts import preloaded_data
from tests.server.members import Browser
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio


async def test_observations_are_sent_to_the_worker_alone(visitor: Browser, pool: FakePool) -> None:
    sent = await preloaded_data(visitor, "/cultivars/saemidori")

    assert preloaded(pool)["observations"] == {"of": "saemidori"}
    assert sorted(sent) == ["cultivar", "relatedPosts"]
    assert sent["cultivar"] == preloaded(pool)["cultivar"]


async def test_document_without_a_worker_leaves_observations_out(
    visitor: Browser, pool: FakePool
) -> None:
    pool.is_down = True

    assert sorted(await preloaded_data(visitor, "/ja/cultivars/saemidori")) == [
        "cultivar",
        "relatedPosts",
    ]


async def test_unknown_record_has_no_observations(visitor: Browser, pool: FakePool) -> None:
    answer = await visitor.get("/cultivars/nothing", headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert preloaded(pool)["observations"] is None
