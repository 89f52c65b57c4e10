"""Fixtures: an S3 server and a Redis server, shared by all tests, and an empty bucket."""

from collections.abc import Iterator
from uuid import uuid4

import boto3
import pytest
from moto.server import ThreadedMotoServer

from server.media.storage.s3 import Account
from tests.redis_server import RedisServer, running_redis


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """Yields the address of an S3 server for the whole run."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """Yields a Redis server for the whole run."""
    with running_redis() as server:
        yield server


@pytest.fixture
def s3_account(s3_server: str) -> Account:
    """Creates an empty bucket and returns its account."""
    name = f"tea-{uuid4().hex}"
    account = Account(name, "us-east-1", s3_server, "key", "secret")
    boto3.client(
        "s3",
        endpoint_url=s3_server,
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    ).create_bucket(Bucket=name)
    return account
