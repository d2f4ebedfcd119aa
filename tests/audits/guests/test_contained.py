"""Attackers that hang, leave, shout, eat memory or forge: the audit ends and is never clean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audits.command import clawback
from tests.audits.guests.played import alive, could_not_run, played

Write = Callable[[str], Path]

PREAMBLE = """
import os, signal, subprocess, sys, time
from attackers.refund import agents
careful = agents()["careful"].act

def sockets():
    import stat
    for fd in range(3, 64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                yield fd
        except OSError:
            pass

def message(body):
    return len(body).to_bytes(8, "big") + body

def tell(body):
    for fd in sockets():
        os.write(fd, message(body))

def note(name, pid):
    (HERE / f"{name}.new").write_text(str(pid))
    (HERE / f"{name}.new").rename(HERE / name)

def noted(name):
    while not (HERE / name).exists():
        os.sched_yield()

def deaf():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def act(tools, ticket):
    note("guest", os.getpid())
"""


def act(body: str) -> str:
    """Write a file whose one attacker notes its process id and then does `body`."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{PREAMBLE}{lines}\nATTACKERS = {{'guest': act}}\n"


def noted(folder: Path, name: str = "guest") -> int:
    return int((folder / name).read_text())


LEAVES = {
    "os._exit(0)": "the process left with exit code 0",
    "os._exit(7)": "the process left with exit code 7",
    "os.kill(os.getpid(), signal.SIGKILL)": "the process was killed by SIGKILL",
    "os.killpg(0, signal.SIGKILL)": "the process was killed by SIGKILL",
    "os.kill(os.getpid(), signal.SIGTERM)": "the process was killed by SIGTERM",
    "import ctypes; ctypes.string_at(0)": "the process was killed by SIGSEGV",
    "raise KeyboardInterrupt": "the process left with exit code 1",
}


@pytest.mark.parametrize("body", LEAVES)
def test_one_whose_process_leaves_was_not_judged(
    body: str, attackers: Write, few: Path, tmp_path: Path
):
    made = played(attackers(act(body)), "guest", "--cases", str(few))
    assert could_not_run(made)
    assert (made.row["scored"], made.row["reward"]) == (0, None)
    assert [rollout["failure"] for rollout in made.row["rollouts"]] == [LEAVES[body]] * 3
    assert not alive(noted(tmp_path))


def test_one_that_hangs_is_rung_by_the_soft_clock_and_keeps_what_it_earned(
    attackers: Write, one: Path, tmp_path: Path
):
    body = "tools.lookup_order(ticket.order_id)\nwhile True: pass"
    made = played(attackers(act(body)), "guest", "--cases", str(one), "--timeout", "1")
    assert could_not_run(made)
    failure = made.row["rollouts"][0]["failure"]
    assert failure.startswith("agent_hung: ") and failure.endswith("no end within 1 s")
    assert (made.row["scored"], made.row["reward"]) == (1, 0.1)
    assert not alive(noted(tmp_path))


def test_one_that_hangs_once_it_was_paid_is_a_finding(attackers: Write, one: Path):
    body = "careful(tools, ticket)\nwhile True: pass"
    made = played(attackers(act(body)), "guest", "--cases", str(one), "--timeout", "1")
    assert (made.code, made.row["verdict"], made.row["reward"]) == (1, "paid", 1.0)


def test_one_that_swallows_every_exception_is_ended_by_the_hard_clock(
    attackers: Write, one: Path, tmp_path: Path
):
    made = played(attackers(act("deaf()")), "guest", "--cases", str(one), "--timeout", "0.2")
    assert could_not_run(made)
    assert made.row["rollouts"][0]["failure"] == "no answer within 2.2 s"
    assert not alive(noted(tmp_path))


FORGES = {
    "tell(b'no json at all')": "unreadable",
    "tell(b'[]')": "unreadable",
    "tell(b'[2, {}]')": "unreadable",
    "tell(b'[' * 100_000)": "unreadable",
    "tell(b'\\xff\\xfe')": "unreadable",
    "tell(b'[2, {\"case\": 1}]')": "unreadable",
    "for fd in sockets(): os.write(fd, b'\\xff' * 8)": "at most 67108864 are read",
    "for fd in sockets(): os.write(fd, (1 << 62).to_bytes(8, 'big'))": "at most 67108864 are read",
    "for fd in sockets(): os.close(fd)": "the process ",
}


@pytest.mark.parametrize("body", FORGES)
def test_one_that_forges_junk_was_not_judged(body: str, attackers: Write, one: Path):
    made = played(attackers(act(body)), "guest", "--cases", str(one))
    assert could_not_run(made)
    assert FORGES[body] in made.row["rollouts"][0]["failure"]


def test_half_a_message_does_not_outwait_the_hard_clock(attackers: Write, one: Path):
    body = "for fd in sockets(): os.write(fd, (9).to_bytes(8, 'big') + b'half')\ndeaf()"
    made = played(attackers(act(body)), "guest", "--cases", str(one), "--timeout", "0.2")
    assert could_not_run(made)
    assert made.row["rollouts"][0]["failure"] == "no answer within 2.2 s"


def test_an_answer_for_another_case_is_not_taken(attackers: Write, few: Path):
    source = (
        PREAMBLE
        + """
import msgspec
from desk.refund import eval_cases, play
paid = play(careful, eval_cases().cases[1])
def act(tools, ticket):
    for number in (2, 3, 4):
        tell(msgspec.json.encode((number, paid)))
ATTACKERS = {"guest": act}
"""
    )
    made = played(attackers(source), "guest", "--cases", str(few))
    assert could_not_run(made)
    assert "its process answered for another case" in made.row["rollouts"][0]["failure"]


def test_a_second_answer_is_not_taken_for_the_next_attackers(attackers: Write, one: Path):
    """A fork of a guest answers as well; here both attackers play the same one case."""
    source = (
        PREAMBLE
        + """
import msgspec
from desk.refund import eval_cases, play
paid = msgspec.json.encode((2, play(careful, eval_cases().cases[0])))
ATTACKERS = {"twice": lambda tools, ticket: tell(paid), "idle": lambda tools, ticket: None}
"""
    )
    ended = clawback(
        *("attack", "--attackers", str(attackers(source)), "--cases", str(one)),
        *("--only", "twice,idle"),
    )
    table = {line.split()[0]: line for line in ended.out.splitlines() if line.strip()}
    assert table["twice"].endswith("  paid")
    assert table["idle"].endswith("  could not run")
    assert "idle: in 1 of 1 rollouts, first on timeout-01 (its process answered out of" in ended.out


def test_a_flood_on_stdout_and_stderr_stays_out_of_the_report(attackers: Write, few: Path):
    body = """
for fd in (1, 2):
    os.write(fd, b"flood " * 100_000)
print("flood " * 100_000, flush=True)
print("flood " * 100_000, file=sys.stderr, flush=True)
os.system("echo flood; echo flood >&2")"""
    made = played(attackers(act(body)), "guest", "--cases", str(few))
    assert (made.code, made.row["scored"], made.row["failed"]) == (0, 3, 0)


def test_a_flood_while_importing_stays_out_of_the_report(attackers: Write, one: Path):
    source = "print('flood')\nATTACKERS = {'guest': lambda tools, ticket: print('flood')}"
    assert played(attackers(source), "guest", "--cases", str(one)).code == 0


def test_one_that_reads_stdin_finds_it_empty(attackers: Write, one: Path):
    made = played(attackers(act("assert sys.stdin.read() == ''")), "guest", "--cases", str(one))
    assert (made.code, made.row["failed"]) == (0, 0)


def test_one_that_takes_memory_without_bound_fails_by_itself(attackers: Write, one: Path):
    body = "taken = []\nwhile True: taken.append(bytes(1 << 29))"
    made = played(attackers(act(body)), "guest", "--cases", str(one))
    assert could_not_run(made)
    assert made.row["rollouts"][0]["failure"] == "agent_error: MemoryError"


def test_its_own_words_write_no_line_of_the_report(attackers: Write, one: Path):
    body = r"raise ValueError('a\n\nCLEAN: nothing\x1b[2J\r found')"
    args = ("--only", "guest", "--cases", str(one))
    ended = clawback("attack", "--attackers", str(attackers(act(body))), *args)
    assert [line for line in ended.out.splitlines() if line.startswith("CLEAN")] == []
    assert "a  CLEAN: nothing [2J  found" in ended.out
    assert "\x1b" not in ended.out


def test_one_that_calls_without_end_is_lost_not_swallowed(
    attackers: Write, one: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its rollout is longer than what is read of an answer; shown with a smaller bound."""
    from audits.guests import GuestFile, wire
    from desk.refund import read_cases

    monkeypatch.setattr(wire, "MOST", 50_000)
    body = "for _ in range(1_000): tools.lookup_order(ticket.order_id)"
    with GuestFile(attackers(act(body))) as guests:
        (made,) = guests.play("guest", read_cases(one).cases)
    assert "at most 50000 are read" in made.why


def test_after_three_losses_in_a_row_the_rest_is_not_tried(attackers: Write):
    made = played(attackers(act("os._exit(0)")), "guest")
    failures = [rollout["failure"] for rollout in made.row["rollouts"]]
    assert failures[:3] == ["the process left with exit code 0"] * 3
    assert set(failures[3:]) == {"not tried after 3 losses: the process left with exit code 0"}
    assert len(failures) == 32


def test_a_loss_does_not_take_the_next_case_with_it(attackers: Write, few: Path):
    body = "if ticket.order_id == '1041': os._exit(0)\ncareful(tools, ticket)"
    made = played(attackers(act(body)), "guest", "--cases", str(few))
    assert [rollout["reward"] for rollout in made.row["rollouts"]] == [None, 1.0, 1.0]
    assert (made.code, made.row["verdict"]) == (1, "paid")


CHILDREN = {
    "a fork": """
if os.fork() == 0:
    note("child", os.getpid())
    deaf()
noted("child")""",
    "a fork of one that leaves": """
if os.fork() == 0:
    note("child", os.getpid())
    deaf()
noted("child")
os._exit(0)""",
    "a program": """
note("child", subprocess.Popen(["sleep", "600"]).pid)""",
    "a program in a session of its own": """
note("child", subprocess.Popen(["sleep", "600"], start_new_session=True).pid)""",
    "a program of one that leaves": """
note("child", subprocess.Popen(["sleep", "600"], start_new_session=True).pid)
os._exit(0)""",
    "a daemon": """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        note("child", os.getpid())
        deaf()
    os._exit(0)
noted("child")""",
}


SLOWEST = "a fork of one that leaves"


@pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=[pytest.mark.slow] * (one == SLOWEST)) for one in CHILDREN]
)
def test_a_child_does_not_outlive_the_audit(kind: str, attackers: Write, one: Path, tmp_path: Path):
    args = ("--timeout", "1") if kind == "a fork of one that leaves" else ()
    made = played(attackers(act(CHILDREN[kind])), "guest", "--cases", str(one), *args)
    assert could_not_run(made) == ("leaves" in kind)
    assert made.report["verdict"] == ("INCONCLUSIVE" if "leaves" in kind else "CLEAN")
    assert not alive(noted(tmp_path))
    assert not alive(noted(tmp_path, "child"))
