"""A register: what can be had by name, our own and what other installed packages offer.

A package offers something by an entry point. Packages are looked at only when a name is asked for that is not
our own, or when all names are: a command that names its game does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Kind = TypeVar("Kind")


class Register(Mapping[str, Kind], Generic[Kind]):
    """What is known of one kind, by its name; our own comes first, in its order.

    `own` gives each of our own by its name, when it is first asked for; `named` the name of a foreign one;
    `refusal` why that cannot be used (empty where it can). What a package offers and cannot be used is left
    out, and `troubles` say so.
    """

    def __init__(
        self,
        own: Mapping[str, Callable[[], Kind]],
        *,
        group: str,
        named: Callable[[Kind], str],
        refusal: Callable[[object], str],
    ) -> None:
        self._own, self._known = own, dict[str, Kind]()
        self._group, self._named, self._refusal = group, named, refusal
        self._others: dict[str, Kind] | None = None
        self._troubles: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Kind:
        if name not in self._own:
            return self._foreign()[name]
        if name not in self._known:
            self._known[name] = self._own[name]()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._foreign()

    def __len__(self) -> int:
        return len(self._own) + len(self._foreign())

    def troubles(self) -> tuple[str, ...]:
        """What other packages offer and cannot be used: one line each, for people."""
        self._foreign()
        return self._troubles

    def look_again(self) -> None:
        """Look at the installed packages again when they are next asked for."""
        self._others = None

    def _foreign(self) -> dict[str, Kind]:
        if self._others is None:
            others, troubles = dict[str, Kind](), list[str]()
            for entry in self._entries():
                why = self._added(entry, others)
                troubles += [f"{self._group}: {entry.name} of {_package(entry)} {why}"] if why else []
            self._troubles = tuple(troubles)
            self._others = others  # last: another thread asks for one that is there, or looks for itself
        return self._others

    def _entries(self) -> list[EntryPoint]:
        from importlib.metadata import entry_points

        return sorted(entry_points(group=self._group), key=lambda entry: (entry.name, entry.value))

    def _added(self, entry: EntryPoint, others: dict[str, Kind]) -> str:
        """Add what this entry point leads to; why it cannot be used, empty where it can."""
        try:
            found = entry.load()
            why = self._refusal(found)
            name = "" if why else self._named(found)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the table opens in spite of any foreign code
            return f"cannot be loaded: {type(error).__name__}: {' '.join(str(error).split())}"
        if not why and (name in self._own or name in others):
            why = f"has the name {name!r}, which is taken"
        if not why:
            others[name] = found
        return why


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value
