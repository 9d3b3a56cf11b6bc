"""Reads and writes the models as JSON has them. Fields that are not known here are passed over: later versions tell more."""
from __future__ import annotations

import dataclasses
import functools
import re
import types
import typing
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

Model = TypeVar("Model")
Reader = Callable[[Any], Any]


def from_json(kind: type[Model], value: Any) -> Model:
    """Raises ValueError where the value is no such thing."""
    return typing.cast(Model, _reader_of(typing.cast(Hashable, kind))(value))


def to_json(value: Any) -> Any:
    """The model as the API tells it: camelCase, and without fields that are not there."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [(field.name, getattr(value, field.name), field) for field in dataclasses.fields(value)]
        return {
            _json_name(name): to_json(each)
            for name, each, field in fields
            if each is not None or field.default is dataclasses.MISSING
        }
    if isinstance(value, Mapping):
        return {name: to_json(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    return value


def _json_name(name: str) -> str:
    # One that is a word of Python has an underscore behind it.
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name.removesuffix("_"))


@functools.lru_cache(maxsize=None)
def _reader_of(kind: Any) -> Reader:
    if dataclasses.is_dataclass(kind):
        return _model_reader(typing.cast(type, kind))
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is list:
        return functools.partial(_read_list, _reader_of(arguments[0]))
    if origin is dict:
        return functools.partial(_read_dict, _reader_of(arguments[1]))
    if origin in (typing.Union, types.UnionType):
        # A generated union is of one kind and None.
        (inner,) = [each for each in arguments if each is not types.NoneType]
        return functools.partial(_read_optional, _reader_of(inner))
    return _as_it_is


def _model_reader(kind: type) -> Reader:
    hints = typing.get_type_hints(kind)
    fields = [
        (field.name, _json_name(field.name), _reader_of(hints[field.name]), field.default is dataclasses.MISSING)
        for field in dataclasses.fields(kind)
    ]

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValueError(f"{kind.__name__} is an object, not {type(value).__name__}")
        given = {}
        for name, key, reader, is_required in fields:
            if key in value:
                given[name] = reader(value[key])
            elif is_required:
                raise ValueError(f"{kind.__name__} lacks {key}")
        return kind(**given)

    return read


def _read_list(reader: Reader, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"a list was expected, not {type(value).__name__}")
    return [reader(each) for each in value]


def _read_dict(reader: Reader, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"an object was expected, not {type(value).__name__}")
    return {name: reader(each) for name, each in value.items()}


def _read_optional(reader: Reader, value: Any) -> Any:
    return None if value is None else reader(value)


def _as_it_is(value: Any) -> Any:
    return value
