"""Measures CPU time and bytes of share cards: `python -m tests.benchmarks.cards`."""

import statistics
import time
from collections.abc import Iterable

from server.media.imaging.canvas import Fonts
from server.media.imaging.open_graph.card_data import AnyCard
from server.media.imaging.open_graph.render import draw
from tests.server.media.imaging.open_graph.cards import (
    FACES,
    HOSTILE,
    PICTURE,
    cultivar_cards,
    longest_names,
    page_cards,
    post,
)
from tests.server.media.imaging.pictures import encoded, quarters


def main() -> None:
    started = time.process_time()
    faces = Fonts(FACES)
    draw(post("茶"), faces, {})
    print(
        f"first card of a process, with loading of fonts: CPU {_ms(time.process_time() - started)}"
    )
    photo = encoded(quarters((1600, 1200)), "JPEG")
    _report("pages", page_cards(), faces)
    _report("longest names", longest_names(20), faces)
    _report("every sixth cultivar", list(cultivar_cards())[::6], faces)
    _report("hostile posts", [post(text, title=text, author=text) for text in HOSTILE], faces)
    _report("posts with a photo", [post("新茶の季節", picture=True)] * 10, faces, photo=photo)


def _report(kind: str, cards: Iterable[AnyCard], faces: Fonts, *, photo: bytes = b"") -> None:
    times, sizes = [], []
    for card in cards:
        before = time.process_time()
        sizes.append(len(draw(card, faces, {PICTURE: photo})))
        times.append(time.process_time() - before)
    print(
        f"{kind}: {len(times)} cards, CPU median {_ms(statistics.median(times))}, "
        f"maximum {_ms(max(times))}; median size {statistics.median(sizes) / 1000:.0f} KB"
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
