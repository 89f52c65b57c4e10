"""The site's name in the margin, under a short stroke."""

from server.media.imaging.colours import TEA
from server.media.imaging.open_graph.layout import LEFT, TEXT, TOP, CardLayout, Stroke, Style
from server.media.imaging.open_graph.text_fit import TextBox

STROKE = 44


def set_site_name(layout: CardLayout, site: str, *, top: float = TOP) -> float:
    """Adds the name and returns its bottom."""
    layout.parts.append(Stroke((LEFT, top + 8), (LEFT + STROKE, top + 8), TEA, 3))
    name = layout.fit(
        layout.cleaned(site, most=40), TextBox(TEXT - LEFT - 24, 80, 34, 18, lines=2), "mincho"
    )
    return layout.set(name, (LEFT, top + 22), Style("mincho", TEA))
