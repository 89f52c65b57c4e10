"""Comparison of a JSON value with its type: all faults, not only the first."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec
from msgspec.inspect import StructType, type_info


def shape_faults(value: object, expected: Any, place: str) -> Iterator[str]:
    """Yields one sentence for each unknown, missing or wrong field below `place`."""
    if isinstance(expected, type) and issubclass(expected, msgspec.Struct):
        if isinstance(value, dict):
            yield from _struct_faults(value, expected, place)
            return
    elif get_origin(expected) is dict and isinstance(value, dict):
        _, inner = get_args(expected)
        for key, one in value.items():
            yield from shape_faults(one, inner, _join(place, key))
        return
    elif get_args(expected)[1:] == (...,) and isinstance(value, list):
        inner, _ = get_args(expected)
        for index, one in enumerate(value):
            yield from shape_faults(one, inner, f"{place}[{index}]")
        return
    try:
        msgspec.convert(value, expected)
    except msgspec.ValidationError as error:
        reason = str(error).partition(" - at ")[0]
        yield f"{place}: {reason}; write a value of the kind that is expected."


def _struct_faults(
    value: dict[str, object], expected: type[msgspec.Struct], place: str
) -> Iterator[str]:
    """Yields unknown and missing fields, and the faults of each field."""
    info = type_info(expected)
    assert isinstance(info, StructType)
    hints = msgspec.structs.fields(expected)
    known = {field.encode_name: field for field in hints}
    for name in value:
        if name not in known:
            yield f"{_join(place, name)}: the field is not known; remove it or correct its name."
    for name, field in known.items():
        if name in value:
            yield from shape_faults(value[name], field.type, _join(place, name))
        elif field.required:
            yield f"{_join(place, name)}: the field is missing; add it, null if not known."


def _join(place: str, name: str) -> str:
    """Returns the path of a field within a place."""
    return f"{place}.{name}" if place else name
