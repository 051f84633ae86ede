"""Small changes to Python code, one at a time, and its tests should notice every one.

A change is a number that is one more or less, another comparison, another operator, `and` for `or`, a `not`
that is gone, True for False, or a statement that is gone. What no test can or should see is left alone:
annotations, decorators, asserts (also those of `zip`, which is `strict`), what is written to the log.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}

LEFT_ALONE = ("annotation", "returns", "decorator_list", "type_params")
"""The parts of a node that are not changed."""


Path = tuple[tuple[str, int | None], ...]
"""The way from the top of a tree to a node: names of fields, with a place in those that are lists."""


class Mutant(NamedTuple):
    """One change, by words that stay the same while other code changes."""

    file: str
    line: int
    where: str
    before: str
    after: str
    nth: int
    path: Path
    node: ast.AST

    @property
    def key(self) -> str:
        """Its name: where it is, what it changes, and which of several alike it is."""
        alike = f" #{self.nth}" if self.nth else ""
        return f"{self.file}::{self.where}: {self.before} -> {self.after}{alike}"

    def made(self, source: str) -> str:
        """The code of the file with this change."""
        return ast.unparse(self.tree(source))

    def tree(self, source: str) -> ast.Module:
        """The syntax tree of the file with this change; all else stays on its line."""
        tree = ast.parse(source)
        (name, number), parent = self.path[-1], [*way(tree, self.path)][-2]
        if number is None:
            self._put(getattr(parent, name))
            setattr(parent, name, self.node)
        else:
            self._put(getattr(parent, name)[number])
            getattr(parent, name)[number] = self.node
        return ast.fix_missing_locations(tree)

    def _put(self, before: ast.AST) -> None:
        """The changed node stands where this one stood."""
        if isinstance(before, ast.expr | ast.stmt):
            ast.copy_location(self.node, before)


def way(tree: ast.AST, path: Path) -> Iterator[ast.AST]:
    """The nodes on this way, from the top of the tree."""
    yield tree
    for step, at in path:
        found = getattr(tree, step)
        tree = found if at is None else found[at]
        yield tree


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """Every change to the code of this file."""
    seen = Counter[tuple[str, str, str]]()
    for node, where, path in places(ast.parse(source)):
        for changed in changes(node):
            before, after = shown(node), shown(changed)
            nth = seen[where, before, after]
            seen[where, before, after] += 1
            yield Mutant(file, getattr(node, "lineno", 0), where, before, after, nth, path, changed)


def shown(node: ast.AST) -> str:
    """A node on one line, not too long."""
    return " ".join(ast.unparse(node).split())[:160]


def places(node: ast.AST, where: str = "", path: Path = ()) -> Iterator[tuple[ast.AST, str, Path]]:
    """Every node below this one that may be changed, the function or class in which it stands, and the way
    to it."""
    if isinstance(node, ast.Assert | ast.JoinedStr) or is_log(node) or is_strict(node):
        return
    if path:
        yield node, where, path
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}" if where else node.name
    for step, each in below(node):
        yield from places(each, where, (*path, step))


def below(node: ast.AST) -> Iterator[tuple[tuple[str, int | None], ast.AST]]:
    """The nodes right below this one, and the step to each."""
    for name, value in ast.iter_fields(node):
        if name in LEFT_ALONE:
            continue
        if isinstance(value, ast.AST):
            yield (name, None), value
        elif isinstance(value, list):
            yield from (((name, at), each) for at, each in enumerate(value) if isinstance(each, ast.AST))


def is_log(node: ast.AST) -> bool:
    """Whether this statement writes to the log."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("log")))):
            return True
    return False


def is_strict(node: ast.AST) -> bool:
    """Whether this asserts that what is zipped has one length."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Other nodes that may stand in the place of this one."""
    match node:
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Compare(left, [operator], right) if type(operator) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], right)
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case _ if can_go(node):
            yield ast.Pass()


def can_go(node: ast.AST) -> bool:
    """Whether a statement may be gone and leave code that still runs: not one that names a variable."""
    match node:
        case ast.Expr(ast.Constant()):  # a docstring
            return False
        case ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Raise() | ast.Break() | ast.Continue():
            return True
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            return True
    return False
