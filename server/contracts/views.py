"""The catalogue as pages show it, in the form that the build wrote."""

from pathlib import Path

import msgspec

from server.contracts.routes import Language
from server.errors import StartRefused


class CatalogueViews(msgspec.Struct, frozen=True):
    """The catalogue in one language, as the build wrote it; values stay encoded."""

    cultivars: dict[str, msgspec.Raw]
    featured: msgspec.Raw


def read_views(build_dir: Path, language: Language) -> CatalogueViews:
    path = build_dir / "catalogue" / f"{language}.json"
    try:
        views = msgspec.json.decode(path.read_bytes(), type=CatalogueViews)
    except OSError as error:
        raise StartRefused(f"{path} is missing; run `make build` first.") from error
    except msgspec.DecodeError as error:
        raise StartRefused(f"{path}: {error}; run `make build` again.") from error
    # A raw value is a window on the whole file's bytes; copied, it stands alone.
    return CatalogueViews(
        cultivars={id: view.copy() for id, view in views.cultivars.items()},
        featured=views.featured.copy(),
    )
