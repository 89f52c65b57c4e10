"""Which form of an answer a request takes: its compression, or none when the reader has it."""

from functools import lru_cache


@lru_cache(maxsize=256)
def choose(accepted: bytes, offered: tuple[str, ...]) -> str | None:
    """The best accepted of the offered codings, the first of equals; nothing means plain."""
    weights = _weights(accepted.decode("latin-1").lower())
    rest = weights.get("*", 0.0)
    best, weight = None, 0.0
    for coding in offered:
        if weights.get(coding, rest) > weight:
            best, weight = coding, weights.get(coding, rest)
    return best


def is_known(condition: bytes, tag: str) -> bool:
    """Whether `If-None-Match` names the answer's tag, weak or strong; a tag is quoted."""
    known = (part.strip().removeprefix("W/") for part in condition.decode("latin-1").split(","))
    return any(part in (tag, "*") for part in known)


def _weights(accepted: str) -> dict[str, float]:
    weights = {}
    for part in accepted.split(","):
        coding, _, parameter = part.partition(";")
        name, _, value = parameter.strip().partition("=")
        weights[coding.strip()] = _weight(value) if name.strip() == "q" else 1.0
    return weights


def _weight(value: str) -> float:
    """What can't be read counts as refused: plain is always understood."""
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0
