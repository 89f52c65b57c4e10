"""Citations of a record or the catalogue: text, BibTeX, RIS, CSL JSON, CFF."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

import msgspec

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_TEX: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


@dataclass(frozen=True, slots=True)
class CitedWork:
    """Record or catalogue that is cited, and the day of access."""

    key: str
    title: str
    site: str
    url: str
    version: str
    published: date
    accessed: date


def as_text(cited: CitedWork) -> str:
    """Returns a citation as one line of text."""
    return (
        f"{cited.site} ({cited.published.year}). {cited.title} (version {cited.version})"
        f" [Data set]. {cited.url} (accessed {cited.accessed.isoformat()}). CC BY 4.0.\n"
    )


def as_bibtex(cited: CitedWork) -> str:
    """Returns a citation as a BibTeX entry."""
    fields = {
        "title": f"{{{_tex(cited.title)}}}",
        "author": f"{{{_tex(cited.site)}}}",
        "year": str(cited.published.year),
        "version": _tex(cited.version),
        "howpublished": "Data set",
        "url": cited.url,
        "urldate": cited.accessed.isoformat(),
        "note": "CC BY 4.0",
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{cited.key},\n{lines}}}\n"


def as_ris(cited: CitedWork) -> str:
    """Returns a citation in the RIS format."""
    fields = (
        ("TY", "DATA"),
        ("TI", _line(cited.title)),
        ("AU", _line(cited.site)),
        ("PB", _line(cited.site)),
        ("PY", str(cited.published.year)),
        ("ET", cited.version),
        ("UR", cited.url),
        ("Y2", cited.accessed.strftime("%Y/%m/%d")),
        ("N1", "CC BY 4.0"),
        ("ER", ""),
    )
    return "".join(f"{name}  - {value}\r\n" for name, value in fields)


def as_csl(cited: CitedWork) -> str:
    """Returns a citation as CSL JSON."""
    entry = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.title,
        "author": [{"literal": cited.site}],
        "publisher": cited.site,
        "issued": _parts(cited.published),
        "accessed": _parts(cited.accessed),
        "version": cited.version,
        "URL": cited.url,
        "license": "CC BY 4.0",
    }
    return msgspec.json.encode([entry]).decode()


def as_cff(cited: CitedWork, licence_url: str, abstract: str) -> str:
    """Returns the content of CITATION.cff, which is YAML; JSON strings are valid in it."""
    fields = {
        "cff-version": "1.2.0",
        "message": "If you use these data, please cite them as below.",
        "type": "dataset",
        "title": cited.title,
        "abstract": abstract,
        "version": cited.version,
        "date-released": cited.published.isoformat(),
        "url": cited.url,
        "license": "CC-BY-4.0",
        "license-url": licence_url,
    }
    lines = "".join(f"{name}: {_quote(value)}\n" for name, value in fields.items())
    return f"{lines}authors:\n  - name: {_quote(cited.site)}\n"


def _quote(text: str) -> str:
    """Returns the text as a JSON string."""
    return msgspec.json.encode(text).decode()


@dataclass(frozen=True, slots=True)
class CitationFormat:
    """Format of citations: its media type, and the function that writes it."""

    media_type: str
    write: Callable[[CitedWork], str]


CITATION_FORMATS: Mapping[str, CitationFormat] = {
    "txt": CitationFormat("text/plain", as_text),
    "bib": CitationFormat("application/x-bibtex; charset=utf-8", as_bibtex),
    "ris": CitationFormat("application/x-research-info-systems; charset=utf-8", as_ris),
    "csl.json": CitationFormat("application/vnd.citationstyles.csl+json", as_csl),
}


def _tex(text: str) -> str:
    """Returns the text in one line with TeX's special characters escaped."""
    return "".join(_TEX.get(letter, letter) for letter in _line(text))


def _line(text: str) -> str:
    """Returns the text in one line: a line end would start another field."""
    return _CONTROL.sub(" ", text)


def _parts(day: date) -> dict[str, list[list[int]]]:
    """Returns a day as CSL JSON writes dates."""
    return {"date-parts": [[day.year, day.month, day.day]]}
