"""Frames of requests and responses: read from a stream split anywhere; broken ones are refused."""

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rendering.protocol import (
    MICROSECONDS,
    RESPONSE_BYTES_MOST,
    BrokenFrame,
    RenderedPage,
    Response,
    ResponseReader,
    encode_request,
)

texts = st.text(st.characters(codec="utf-8"), max_size=200).map(str.encode)
times = st.integers(0, 2**32 - 1).map(lambda us: us / MICROSECONDS)
pages = st.builds(RenderedPage, st.integers(0, 65535), texts, texts, times)
answers = st.builds(Response, st.integers(0, 2**32 - 1), pages)


def encode_answer(response: Response) -> bytes:
    """Returns the frame of a response, as a worker sends it."""
    head, body = response.page.head, response.page.body
    length, render_us = 14 + len(head) + len(body), round(response.page.render_s * MICROSECONDS)
    header = struct.pack(">IIHII", length, response.id, response.page.status, render_us, len(head))
    return header + head + body


def pieces(stream: bytes, cuts: list[int]) -> list[bytes]:
    """Cuts a stream of bytes at these places."""
    points = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    return [stream[start:end] for start, end in pairwise(points)]


@given(st.lists(answers, max_size=5), st.lists(st.integers(0, 10_000), max_size=12))
def test_responses_are_read_from_a_stream_split_anywhere(
    sent: list[Response], cuts: list[int]
) -> None:
    stream = b"".join(encode_answer(response) for response in sent)
    reader = ResponseReader()

    read = [response for piece in pieces(stream, cuts) for response in reader.feed(piece)]

    assert read == sent


@given(st.binary(max_size=500))
def test_any_bytes_are_read_as_responses_or_raise_broken_frame(noise: bytes) -> None:
    reader = ResponseReader()

    try:
        read = list(reader.feed(noise))
    except BrokenFrame:
        return

    assert b"".join(encode_answer(response) for response in read) == noise[: _whole_frames(noise)]


def _whole_frames(noise: bytes) -> int:
    """Returns the number of bytes of the whole frames at the start."""
    end = 0
    while len(noise) - end >= 4:
        (length,) = struct.unpack_from(">I", noise, end)
        if len(noise) - end - 4 < length:
            break
        end += 4 + length
    return end


def test_request_frame_is_length_id_payload() -> None:
    frame = encode_request(258, b'{"a":1}')

    assert frame == b"\x00\x00\x00\x0b\x00\x00\x01\x02" + b'{"a":1}'


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(struct.pack(">I", 13), id="too short for a header"),
        pytest.param(struct.pack(">I", RESPONSE_BYTES_MOST + 1), id="longer than any page"),
        pytest.param(
            struct.pack(">IIHII", 16, 1, 200, 0, 3) + b"ab", id="head longer than the frame"
        ),
    ],
)
def test_broken_frame_is_refused_from_its_header(frame: bytes) -> None:
    reader = ResponseReader()

    with pytest.raises(BrokenFrame):
        list(reader.feed(frame))


def test_response_of_maximum_length_is_read() -> None:
    longest = Response(1, RenderedPage(200, b"", b"x" * (RESPONSE_BYTES_MOST - 14)))
    reader = ResponseReader()

    assert list(reader.feed(encode_answer(longest))) == [longest]


@pytest.mark.parametrize(
    ("rendered", "is_exception"),
    [
        (RenderedPage(500, b"", "Error: …".encode()), True),
        (RenderedPage(500, "<title>…</title>".encode(), b"the fallback screen"), False),
        (RenderedPage(404, b"", b""), False),
    ],
)
def test_response_with_500_and_no_head_is_an_exception(
    rendered: RenderedPage, is_exception: bool
) -> None:
    assert rendered.is_exception is is_exception
