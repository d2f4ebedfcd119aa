"""A dict that cannot be changed, for records that must stay what they were when closed."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

V = TypeVar("V")


class FrozenDict(dict[str, V]):
    """A `dict[str, V]` whose every mutator raises `TypeError`; encodes to JSON as any dict."""

    __slots__ = ()

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("a closed record cannot be changed; build a new one from dict(...) instead")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict[V]], tuple[dict[str, V]]]:
        return type(self), (dict(self),)

    def __deepcopy__(self, _memo: dict[int, Any]) -> FrozenDict[V]:
        return self
