"""Views of the catalogue for pages, as the build wrote them."""

from pathlib import Path

import msgspec

from server.contracts.routes import Language
from server.errors import StartRefused


class FilterOption(msgspec.Struct, frozen=True):
    """A value of a catalogue filter and its label."""

    id: str
    name: str


class CatalogueIndex(msgspec.Struct, frozen=True):
    """The part of the catalogue's index that the host reads."""

    filters: dict[str, tuple[FilterOption, ...]]


class CatalogueFile(msgspec.Struct, frozen=True):
    """Form of the file that the build writes for one language."""

    index: CatalogueIndex
    cultivars: dict[str, msgspec.Raw]
    featured: msgspec.Raw


class CatalogueViews(msgspec.Struct, frozen=True):
    """The catalogue in one language; views stay encoded."""

    cultivars: dict[str, msgspec.Raw]
    featured: msgspec.Raw
    # Filter -> value -> label.
    filter_labels: dict[str, dict[str, str]]


def read_views(build_dir: Path, language: Language) -> CatalogueViews:
    path = build_dir / "catalogue" / f"{language}.json"
    try:
        views = msgspec.json.decode(path.read_bytes(), type=CatalogueFile)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error
    # A raw value keeps the whole file's bytes alive; a copy does not.
    return CatalogueViews(
        cultivars={id: view.copy() for id, view in views.cultivars.items()},
        featured=views.featured.copy(),
        filter_labels={
            name: {option.id: option.name for option in options}
            for name, options in views.index.filters.items()
        },
    )
