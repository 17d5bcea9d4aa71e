"""JSON Schema over our trees: jsonschema does the walk, a few keywords answer in our way.

``anyOf`` goes only into the branch that has the value's shape, so one mistake gives one error.
``x-rule`` reports every slot of rule text that it meets, as an "error" of that name: the walk
knows where they are, and nobody has to walk twice. ``x-instead`` has, for keys that people look for, what is
written instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from rulesdsl.document.scalars import meant_boolean
from rulesdsl.document.tree import Mapping, Node, Scalar
from rulesdsl.source.resources import resource

Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError]]


@lru_cache(maxsize=8)
def validator(name: str) -> tuple[Any, dict[str, Any]]:
    """The validator of ``schemas/NAME.schema.json``, and the schema itself."""
    schema = json.loads(resource("schemas", f"{name}.schema.json").read_text(encoding="utf-8"))
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    kind: Any = extend(Draft202012Validator, _keywords(schema.get("$defs", {})), type_checker=types)  # type: ignore[no-untyped-call]
    return kind(schema), schema


def plain(node: Node) -> Any:
    """The node as plain Python values, as a JSON Schema sees it; trees are never deeper than 64."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.entries}
    return [plain(item) for item in node.items]


def resolve(schema: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    """Follow ``$ref`` to the definition that it names."""
    while "$ref" in schema:
        schema = defs[schema["$ref"].removeprefix("#/$defs/")]
    return schema


def types_of(schema: dict[str, Any], defs: dict[str, Any]) -> list[str]:
    """The JSON types that a schema allows, those of all its branches together."""
    schema = resolve(schema, defs)
    if "anyOf" in schema:
        return [kind for branch in schema["anyOf"] for kind in types_of(branch, defs)]
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else list(found)


def _keywords(defs: dict[str, Any]) -> dict[str, Keyword]:
    def ref(walk: Any, target: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        yield from walk.descend(instance, resolve({"$ref": target}, defs))

    def any_of(walk: Any, branches: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        for branch in branches:
            if any(walk.is_type(instance, kind) for kind in types_of(branch, defs)):
                yield from walk.descend(instance, resolve(branch, defs))
                return
        yield ValidationError("", validator="type", instance=instance, schema={"anyOf": branches, **schema})

    return {
        "$ref": ref,
        "anyOf": any_of,
        "additionalProperties": _additional,
        "propertyNames": _property_names,
        "required": _required,
        "x-rule": _rule,
    }


def _additional(walk: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    known = schema.get("properties", {})
    for key, value in instance.items():
        if key in known:
            continue
        if wanted is False:
            yield ValidationError("", validator="unknown", instance=key, schema=schema)
        else:
            yield from walk.descend(value, wanted, path=key)


def _property_names(walk: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    for key in instance:
        for error in walk.descend(key, wanted):
            error.validator, error.instance = "name", key
            yield error
        if len(key) > 1 and meant_boolean(key):
            yield ValidationError("", validator="x-boolean", instance=key)


def _required(walk: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    for key in wanted:
        if isinstance(instance, dict) and key not in instance:
            yield ValidationError("", validator="required", instance=key, schema=schema)


def _rule(walk: Any, kind: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, (dict, list)) and instance is not None:
        yield ValidationError("", validator="x-rule", instance=kind)
