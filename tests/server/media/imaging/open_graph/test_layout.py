"""Layout of card images: texts do not overlap, keep the margin and use drawable characters."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.media.imaging.canvas import Fonts
from server.media.imaging.open_graph.card_data import (
    AnyCard,
    CultivarCard,
    Fact,
    Mark,
    PageCard,
    RubyPart,
    Season,
)
from server.media.imaging.open_graph.layout import HEIGHT, WIDTH, CardLayout, Photo, Text
from server.media.imaging.open_graph.render import lay_out
from tests.server.media.imaging.open_graph.cards import (
    FACES,
    HOSTILE,
    PICTURE,
    comparison_cards,
    cultivar_cards,
    longest_names,
    member,
    page_cards,
    post,
)

MARGIN = 40
SQUARE = ((WIDTH - HEIGHT) / 2, (WIDTH + HEIGHT) / 2)

# Shared, since loading the fonts for each example would take minutes.
faces = Fonts(FACES)
texts = st.text(max_size=400) | st.sampled_from(HOSTILE)


def laid_out(card: AnyCard) -> CardLayout:
    """Returns the layout of a card, after checking margins, overlaps and characters."""
    layout = lay_out(card, faces, frozenset({PICTURE}))
    words = [part for part in layout.parts if isinstance(part, Text)]
    photos = [part for part in layout.parts if isinstance(part, Photo)]
    for one in words:
        assert one.box.left >= MARGIN, one
        assert one.box.top >= MARGIN, one
        assert one.box.right <= WIDTH - MARGIN, one
        assert one.box.bottom <= HEIGHT - MARGIN, one
        assert not any(one.box.overlaps(photo.box) for photo in photos), one
        assert faces.characters.issuperset(map(ord, one.text)), one
    for one, other in combinations(words, 2):
        assert not one.box.overlaps(other.box), (one, other)
    return layout


def is_whole_in_the_square(word: Text) -> bool:
    """Returns whether the central square of a card contains a word whole or not at all."""
    left, right = SQUARE
    is_inside = left <= word.box.left and word.box.right <= right
    return is_inside or word.box.right <= left or word.box.left >= right


@pytest.mark.parametrize(
    "cards",
    [cultivar_cards, page_cards, comparison_cards],
    ids=["cultivars", "pages", "comparisons"],
)
def test_every_catalogue_and_page_card_has_a_valid_layout(cards: object) -> None:
    assert callable(cards)
    for card in cards():
        layout = laid_out(card)
        cut = [
            part
            for part in layout.parts
            if isinstance(part, Text) and not is_whole_in_the_square(part)
        ]
        assert cut == [], "the middle square must not cut a word"


def test_longest_cultivar_names_are_laid_out_complete() -> None:
    for card in longest_names(20):
        assert isinstance(card, CultivarCard)
        drawn = "".join(part.text for part in laid_out(card).parts if isinstance(part, Text))

        assert card.romaji in drawn
        for part in card.name:
            assert part.text.replace(" ", "") in drawn


@pytest.mark.parametrize("text", HOSTILE)
def test_card_of_a_hostile_text_has_a_valid_layout(text: str) -> None:
    laid_out(post(text))
    laid_out(post(text, "en", author=text, title=text))
    laid_out(post(text, picture=True, author=text))
    laid_out(member(text, text))


@settings(deadline=None, max_examples=60)
@given(texts, texts, texts, st.booleans())
def test_post_card_of_generated_text_has_a_valid_layout(
    text: str, title: str, author: str, has_picture: bool
) -> None:
    laid_out(post(text, title=title, author=author, picture=has_picture))


@settings(deadline=None, max_examples=40)
@given(texts, texts, texts)
def test_member_card_of_generated_text_has_a_valid_layout(name: str, bio: str, count: str) -> None:
    laid_out(member(name, bio, count=count))


@settings(deadline=None, max_examples=40)
@given(texts, texts, st.lists(texts, max_size=2), st.lists(texts, max_size=15))
def test_page_card_of_generated_text_has_a_valid_layout(
    title: str, description: str, upright: list[str], names: list[str]
) -> None:
    laid_out(PageCard("en", title, tuple(upright), title, description, tuple(names)))


@settings(deadline=None, max_examples=30)
@given(texts, texts, st.lists(st.tuples(texts, texts), max_size=4), st.floats(-500, 500))
def test_cultivar_card_of_generated_text_has_a_valid_layout(
    name: str, words: str, facts: list[tuple[str, str]], days: float
) -> None:
    card = CultivarCard(
        language="ja",
        site=name,
        name=(RubyPart(name[:9], words), RubyPart("茶", None)),
        romaji=words,
        epithet=name,
        lineage=words,
        marks=tuple(Mark(label, "#3f7d3c") for label, _ in facts),
        facts=tuple(Fact(*fact) for fact in facts[:3]),
        season=Season(words, days, days - 3, days + 3, name, words),
    )

    laid_out(card)
