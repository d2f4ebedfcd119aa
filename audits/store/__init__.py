"""What is kept between runs, in `.clawback/`: every finding, and the right answers that were paid.

`place` says where, `store` reads and writes one SQLite file, `saved` is what stands in it.
"""

from __future__ import annotations

from audits.store.place import folder_of_store, keep
from audits.store.saved import REFERENCE, Answer, Reached, Saved
from audits.store.store import Store

__all__ = ["REFERENCE", "Answer", "Reached", "Saved", "Store", "folder_of_store", "keep"]
