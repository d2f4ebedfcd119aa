"""The settlement desk: decisions while the systems do not yet agree on what happened."""

from desk.settlement.corpus import MASTER_SEED, REQUESTED, Corpus, corpus
from desk.settlement.faults import FULL, NONE, Arm, Family, System, arm, arm_name
from desk.settlement.schedule import Delivery, Schedule, schedules
from desk.settlement.task import DECISION, SHIP_BY, Archetype, Event, Kind, Task, Ticket
from desk.settlement.twins import Snapshot, right_ends_differ, snapshot
from desk.settlement.views import UNKNOWN, Ledger
from desk.settlement.world import (
    IRREVERSIBLE,
    Act,
    Capture,
    CaseClosedError,
    End,
    Episode,
    Line,
    SettlementDesk,
    play,
)

__all__ = [
    "DECISION",
    "FULL",
    "IRREVERSIBLE",
    "MASTER_SEED",
    "NONE",
    "REQUESTED",
    "SHIP_BY",
    "UNKNOWN",
    "Act",
    "Archetype",
    "Arm",
    "Capture",
    "CaseClosedError",
    "Corpus",
    "Delivery",
    "End",
    "Episode",
    "Event",
    "Family",
    "Kind",
    "Ledger",
    "Line",
    "Schedule",
    "SettlementDesk",
    "Snapshot",
    "System",
    "Task",
    "Ticket",
    "arm",
    "arm_name",
    "corpus",
    "play",
    "right_ends_differ",
    "schedules",
    "snapshot",
]
