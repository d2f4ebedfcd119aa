"""What the reference of the settlement desk knows, and the words that give it away."""

from __future__ import annotations

from audits.leak.lore import KEY, lore

_WORD = r"\bprob(?:e|es|ing)\b|probe_processor|\bauthority\b"
_LAST = (
    r"\blast word\b|\bfinal\b|\bauthoritative\b|\bdecid(?:e|es|ing)\b|\bonly\b|\btrust\b|\bbefore\b"
    r"|\bfirst\b|\balways\b|\bknows\b|\bhas to\b|\bmust\b|\bsource of truth\b|\bground truth\b"
)
_SHOWN = (
    r"\bsystems?\b|\bviews?\b|\brecords?\b|\bledger\b|\berp\b|\bbank\b|\breplicas?\b"
    r"|\bprocessor(?:'s)?\b|\bstatus(?:es)?\b|\bpostings?\b|\bbooks\b|\breads?\b"
)
_UNTRUE = (
    r"\blate\b|\blag|\bstale\b|\bmissing\b|\blost\b|\bdoubled?\b|\bduplicat|\bout of date\b"
    r"|\bwrong\b|\bdisagree|\bcontradict|\bconflict|\bdelay|\bunreliable\b|\bincomplete\b"
    r"|(?:\b(?:not|cannot|never)|n't) (?:always )?"
    r"(?:trust|rely|believe|be trusted|be true|proof|prove)"
)
_ACT = (
    r"\bship|\bgoods\b|\bclos(?:e|ing)\b|\bcancel|\brefund|\bwrit(?:e|ing) off\b|\bcaptur|\bact\b"
    r"|\bdecid|\birreversib|\bundone\b|\bundo\b|\banything\b"
)
_KNOWN = (
    r"\b(?:before|until|unless|once|only (?:when|if|after)|after|as long as)\b.{0,60}"
    r"\b(?:known?|knows|settled|settles|confirm|outcome|certain|sure|final|answer|resolved)"
)
_PERSON = r"\bescalat|\bperson\b|\bhuman\b|\bhand(?:ing)? (?:it |the case )?over\b"
_LATE = (
    r"\blast (?:moment|ticks?|resort)\b|\bruns? out\b|\bdeadline\b|\btoo early\b"
    r"|\bonly (?:when|if)\b|\bas late as\b|\bno sooner\b"
    r"|\bstill (?:unknown|pending|open|unresolved)\b|\bunresolved\b"
)
_FAILED = r"\bfail(?:s|ed|ure)?\b|\bdeclined\b"
_AGAIN = r"\bretr(?:y|ies|ied)\b|\btr(?:y|ied) again\b|\bagain\b|\bsecond (?:try|attempt|capture)\b"
_OPEN = r"\bunknown\b|\bpending\b|\bnot yet\b|\bno outcome\b"
_WAIT = r"\bwait\b|\bagain\b|\bkeep\b|\bpatien|\bpoll|\brepeat|\blater\b"

SETTLEMENT_LORE = (
    lore(
        "last-word",
        "only the authority's answer decides",
        ("asked", "settled"),
        _WORD,
        _LAST,
    ),
    lore(
        "systems-lag",
        "what the four systems show can be late, missing or doubled",
        ("asked", "settled"),
        _SHOWN,
        _UNTRUE,
    ),
    lore(
        "wait-to-know",
        "nothing that cannot be undone is to be done before the outcome is known",
        ("asked", "settled"),
        _ACT,
        _KNOWN,
    ),
    lore(
        "ask-again",
        "an outcome that is not there yet is to be waited for",
        ("settled",),
        _OPEN,
        _WAIT,
    ),
    lore(
        "fresh-key-charges",
        "a capture under a fresh key charges the customer once more",
        ("settled",),
        KEY,
        r"\bfresh\b|\bnew\b|\bsame\b|\bown\b|\bre-?us|\bonce more\b|\btwice\b|\bagain\b|\bused\b",
    ),
    lore(
        "retry-what-failed",
        "a capture that failed can be tried again, and may work",
        ("settled",),
        _FAILED,
        _AGAIN,
    ),
    lore(
        "hand-over-late",
        "a case is for a person only when time runs out with no outcome",
        ("settled",),
        _PERSON,
        _LATE,
    ),
)
"""Every rule that is looked for in a prompt of the settlement desk."""
