"""Views of the catalogue for pages, as the build wrote them."""

from pathlib import Path

import msgspec

from server.contracts.routes import Language
from server.errors import StartRefused

# Pairs of a filter and a value whose list, filtered by this value alone, is not empty.
FilterLists = tuple[tuple[str, str], ...]


class FilterOption(msgspec.Struct, frozen=True):
    """Value of a catalogue filter and its label."""

    id: str
    name: str


class CatalogueIndex(msgspec.Struct, frozen=True):
    """Fields of the catalogue's index that the host reads."""

    filters: dict[str, tuple[FilterOption, ...]]


class Picture(msgspec.Struct, frozen=True):
    """Picture of the build by its path."""

    src: str


class PicturedLineage(msgspec.Struct, frozen=True):
    """Field of a lineage group's view that the sitemap reads."""

    image: Picture


class CatalogueFile(msgspec.Struct, frozen=True, rename="camel"):
    """Content of the file that the build writes for one language."""

    index: CatalogueIndex
    lists: FilterLists
    cultivars: dict[str, msgspec.Raw]
    observations: dict[str, msgspec.Raw]
    featured: msgspec.Raw
    lineages: dict[str, msgspec.Raw]
    lineage_list: msgspec.Raw
    # Pages that show the catalogue as a whole, by query.
    overviews: dict[str, msgspec.Raw]
    breeders: dict[str, msgspec.Raw]
    prefectures: dict[str, msgspec.Raw]


class CatalogueViews(msgspec.Struct, frozen=True):
    """Views of the catalogue in one language, as JSON; labels and lists of filters are decoded."""

    cultivars: dict[str, msgspec.Raw]
    # What sources observed, by id of the record.
    observations: dict[str, msgspec.Raw]
    featured: msgspec.Raw
    lineages: dict[str, msgspec.Raw]
    lineage_list: msgspec.Raw
    # Pages that show the catalogue as a whole, by query.
    overviews: dict[str, msgspec.Raw]
    breeders: dict[str, msgspec.Raw]
    prefectures: dict[str, msgspec.Raw]
    # Filter -> value -> label.
    filter_labels: dict[str, dict[str, str]]
    lists: FilterLists
    # Code of a lineage group and the path of its diagram, a picture of the build.
    diagrams: tuple[tuple[str, str], ...]


def read_views(build_dir: Path, language: Language) -> CatalogueViews:
    """Reads the catalogue's views in a language; raises StartRefused if missing or invalid."""
    path = build_dir / "catalogue" / f"{language}.json"
    try:
        views = msgspec.json.decode(path.read_bytes(), type=CatalogueFile)
        diagrams = tuple(
            (code, msgspec.json.decode(view, type=PicturedLineage).image.src)
            for code, view in views.lineages.items()
        )
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error
    # A raw value keeps the whole file's bytes alive; a copy does not.
    return CatalogueViews(
        cultivars={id: view.copy() for id, view in views.cultivars.items()},
        observations={id: view.copy() for id, view in views.observations.items()},
        featured=views.featured.copy(),
        lineages={code: view.copy() for code, view in views.lineages.items()},
        lineage_list=views.lineage_list.copy(),
        overviews={name: view.copy() for name, view in views.overviews.items()},
        breeders={id: view.copy() for id, view in views.breeders.items()},
        prefectures={id: view.copy() for id, view in views.prefectures.items()},
        filter_labels={
            name: {option.id: option.name for option in options}
            for name, options in views.index.filters.items()
        },
        lists=views.lists,
        diagrams=diagrams,
    )
