"""The settlement desk: decisions while the systems do not yet agree on what happened."""

from desk.settlement.corpus import MASTER_SEED, REQUESTED, Corpus, corpus
from desk.settlement.faults import FULL, NONE, Arm, Family, System, arm, arm_name
from desk.settlement.outcome import HARM, Wrong, wrongs
from desk.settlement.record import (
    CASE_SETS,
    QUICK_KEYS,
    SIGNATURES,
    RecordedDesk,
    SettlementCase,
    SettlementCases,
    SettlementRollout,
    record,
    replayed,
    settlement_cases,
)
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
    "CASE_SETS",
    "DECISION",
    "FULL",
    "HARM",
    "IRREVERSIBLE",
    "MASTER_SEED",
    "NONE",
    "QUICK_KEYS",
    "REQUESTED",
    "SHIP_BY",
    "SIGNATURES",
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
    "RecordedDesk",
    "Schedule",
    "SettlementCase",
    "SettlementCases",
    "SettlementDesk",
    "SettlementRollout",
    "Snapshot",
    "System",
    "Task",
    "Ticket",
    "Wrong",
    "arm",
    "arm_name",
    "corpus",
    "play",
    "record",
    "replayed",
    "right_ends_differ",
    "schedules",
    "settlement_cases",
    "snapshot",
    "wrongs",
]
