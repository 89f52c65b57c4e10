"""Negotiation of content codings (Accept-Encoding) and entity tags (If-None-Match)."""

from functools import lru_cache


@lru_cache(maxsize=256)
def choose_coding(accepted: bytes, offered: tuple[str, ...]) -> str | None:
    """Returns the offered coding of highest weight, the first of equals; None for identity."""
    weights = _parse_weights(accepted.decode("latin-1").lower())
    rest = weights.get("*", 0.0)
    best, weight = None, 0.0
    for coding in offered:
        if weights.get(coding, rest) > weight:
            best, weight = coding, weights.get(coding, rest)
    return best


def matches_etag(condition: bytes, tag: str) -> bool:
    """Returns whether `If-None-Match` names the quoted `tag`, compared weakly, or is `*`."""
    known = (part.strip().removeprefix("W/") for part in condition.decode("latin-1").split(","))
    return any(part in (tag, "*") for part in known)


def _parse_weights(accepted: str) -> dict[str, float]:
    """Returns the weight of each content coding in Accept-Encoding."""
    weights = {}
    for part in accepted.split(","):
        coding, _, parameter = part.partition(";")
        name, _, value = parameter.strip().partition("=")
        weights[coding.strip()] = _parse_weight(value) if name.strip() == "q" else 1.0
    return weights


def _parse_weight(value: str) -> float:
    """Returns a weight from 0 to 1; a malformed one is 0: identity is always understood."""
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0
