"""The stubs name everything that the module has, with its parameters, and all of it has a docstring."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import juez
from juez import _juez

FOLDER = Path(juez.__file__).parent
STUBS = ast.parse((FOLDER / "_juez.pyi").read_text())
CLASSES = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUBS.body if isinstance(node, ast.FunctionDef)}
#: Members that every object has.
COMMON = {"__new__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__str__"}


def public(names) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def parameters(node: ast.FunctionDef) -> list[str]:
    args = node.args
    names = [arg.arg for arg in args.posonlyargs + args.args]
    names += [args.vararg.arg] if args.vararg else []
    names += [arg.arg for arg in args.kwonlyargs] + ([args.kwarg.arg] if args.kwarg else [])
    return [name for name in names if name not in ("self", "cls")]


def of(function) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


def test_the_package_is_marked_as_typed():
    assert (FOLDER / "py.typed").exists()
    assert set(juez.__all__) <= set(dir(juez))


def test_the_stubs_have_every_class_and_function():
    assert public(dir(_juez)) == public(CLASSES) | public(FUNCTIONS)
    of_runner = set(juez.runner.__all__) - {"Player", "program"}
    assert public(dir(_juez)) | of_runner | {"records"} == set(juez.__all__)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions_have_the_parameters_of_their_stubs(name):
    assert of(getattr(_juez, name)) == parameters(FUNCTIONS[name])
    assert getattr(_juez, name).__doc__


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes_have_the_members_of_their_stubs(name):
    found, stub = getattr(_juez, name), CLASSES[name]
    assert found.__doc__ and found.__module__ == "juez"
    methods = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    own = set(vars(found)) - COMMON - {"__doc__", "__module__", "__weakref__"}
    assert public(own) == public(methods)
    for member, node in methods.items():
        if member.startswith("_"):
            assert hasattr(found, member) or member == "__getattr__"
            continue
        value = inspect.getattr_static(found, member)
        is_property = any(getattr(mark, "id", "") == "property" for mark in node.decorator_list)
        assert inspect.isgetsetdescriptor(value) == is_property, member
        assert value.__doc__, member
        if not is_property:
            assert of(value) == parameters(node), member
