"""The query of an address."""

from urllib.parse import parse_qs

FIELDS_MOST = 50


def first_values(query: str) -> dict[str, str]:
    """The first value of each name; an invalid query is empty."""
    try:
        parsed = parse_qs(query, max_num_fields=FIELDS_MOST)
    except ValueError:
        return {}
    return {name: values[0] for name, values in parsed.items()}
