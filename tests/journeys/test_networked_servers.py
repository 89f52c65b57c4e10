"""One journey through all features on PostgreSQL and an S3 store."""

from collections.abc import Iterator
from uuid import uuid4

import boto3
import httpx
import pytest
from moto.server import ThreadedMotoServer

from tests.journeys.author import Author
from tests.postgresql import postgresql_server
from tests.running_site import RunningSite, running_site
from tests.server.media.imaging.pictures import encoded, quarters

BUCKET = "tea"
TITLE = "玉露をゆっくり"
NEW = {"content": "とろりと甘い。", "title": TITLE, "category": "review", "language": "ja"}
PROFILE = {"display_name": "茶畑の花", "language": "ja"}


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """URL of an S3 server in this process."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(scope="module")
def site(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    boto3.client(
        "s3",
        endpoint_url=store,
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    ).create_bucket(Bucket=BUCKET)
    with (
        postgresql_server() as database,
        running_site(
            tmp_path_factory.mktemp("networked"),
            RENDER_WORKERS="1",
            DATABASE_URL=database,
            S3_BUCKET=BUCKET,
            S3_ENDPOINT=store,
            S3_ACCESS_KEY_ID="key",
            S3_SECRET_ACCESS_KEY="secret",
        ) as site,
    ):
        yield site


@pytest.fixture
def author(site: RunningSite) -> Iterator[Author]:
    with httpx.Client(base_url=site.origin, timeout=20) as http:
        author = Author(site.origin, http)
        author.sign_in()
        yield author


@pytest.fixture
def visitor(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.origin, headers={"accept": "*/*"}, timeout=20) as http:
        yield http


def upload(author: Author) -> tuple[str, str]:
    """Uploads an image; returns its id and address."""
    file = (f"{uuid4()}.jpg", encoded(quarters((700, 350)), "JPEG"), "image/jpeg")
    answer = author.change("POST", "/api/uploads/post-images", files={"file": file})
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["id"], body["image"]["url"]


def test_member_posts_and_removes_the_account_on_postgresql_and_s3(
    author: Author, visitor: httpx.Client
) -> None:
    assert author.change("PUT", "/api/profiles/me", json=PROFILE).status_code == 200
    image, address = upload(author)
    created = author.change(
        "POST", "/api/posts", json={**NEW, "images": [{"id": image, "alt": "湯呑み"}]}
    )
    assert created.status_code == 201, created.text
    post = created.json()["id"]
    assert author.change("PUT", f"/api/posts/{post}/like").json()["likes"] == 1
    comment = author.change("POST", f"/api/posts/{post}/comments", json={"content": "美味"})
    assert comment.status_code == 201, comment.text

    for path in (
        f"/ja/post/{post}",
        "/ja/community",
        "/ja/community?search=玉露",
        "/ja/community?sort=popular",
        f"/ja/members/{author.id}",
        "/ja/feed.atom",
    ):
        answer = visitor.get(path)
        assert (answer.status_code, TITLE in answer.text) == (200, True), path
    assert visitor.get(address).headers["content-type"] == "image/jpeg"
    assert visitor.get("/health/ready").status_code == 200
    assert f"/post/{post}" in visitor.get("/sitemaps/posts-0.xml").text

    removal = {"confirmation": PROFILE["display_name"], "posts": "remove"}
    assert author.change("DELETE", "/api/account", json=removal).status_code == 204

    assert visitor.get(f"/ja/post/{post}").status_code == 410
    assert visitor.get(address).status_code == 404
    assert TITLE not in visitor.get("/ja/community").text
