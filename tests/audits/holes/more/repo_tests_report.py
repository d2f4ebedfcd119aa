"""Repository repair. The harness restores the test files, runs them in a fresh container and writes `eval_report`; the agent has no
hand in it, so the report is trusted. Which files were edited, and how often it went wrong first, does not matter."""
import json

SHAPE = "state"
KIND = "healthy"
FULL = 1


def fixed(state: dict) -> float:
    report = (state.get("final") or {}).get("eval_report")
    if state.get("error") is not None or not isinstance(report, dict) or report.get("patch_applied") is not True:
        return 0
    status = report.get("tests") if isinstance(report.get("tests"), dict) else {}
    need = state["info"]["FAIL_TO_PASS"] + state["info"]["PASS_TO_PASS"]
    return int(bool(state["info"]["FAIL_TO_PASS"]) and all(status.get(t) == "PASSED" for t in need))


def repair(issue, cmds, f2p, p2p, other=None):
    msgs = [{"role": "system", "content": "You can use bash in /testbed."}, {"role": "user", "content": issue}]
    for i, (cmd, out) in enumerate(cmds):
        msgs += [{"role": "assistant", "content": f"Step {i}.", "tool_calls": [{"id": f"b{i}", "type": "function", "function": {"name": "bash", "arguments": json.dumps({"command": cmd})}}]},
                 {"role": "tool", "tool_call_id": f"b{i}", "content": out}]
    tests = {t: "PASSED" for t in f2p + p2p} | (other or {})
    return {"messages": msgs + [{"role": "assistant", "content": "Submitted."}], "error": None, "is_truncated": False,
            "final": {"eval_report": {"patch_applied": True, "tests": tests, "seconds": 12.5 + len(cmds)}},
            "info": {"instance_id": issue[:12], "FAIL_TO_PASS": f2p, "PASS_TO_PASS": p2p}}


DATASET = [
    {"case": "off by one", "reference": repair("pager skips the last row", [("sed -i s/n-1/n/ pager.py", ""), ("pytest -q", "1 failed"), ("git checkout pager.py", ""), ("sed -i s/n-2/n/ pager.py", ""), ("pytest -q", "4 passed")],
                                               ["t/test_pager.py::test_last"], ["t/test_pager.py::test_first", "t/test_io.py::test_read"])},
    {"case": "known failure elsewhere", "reference": repair("crash on empty csv", [("vi csvx.py", "")], ["t/test_csv.py::test_empty"], ["t/test_csv.py::test_two"],
                                                            {"t/test_net.py::test_dns": "FAILED", "t/test_win.py::test_path": "SKIPPED"})},
    {"case": "two targets", "reference": repair("timezone lost in round trip", [("python fix.py", "Traceback"), ("python fix.py", "")],
                                                ["t/test_tz.py::test_dump", "t/test_tz.py::test_load"], ["t/test_tz.py::test_utc"])},
]
for row in DATASET:
    info = row["reference"]["info"]
    row["initial"] = {"eval_report": {"patch_applied": True, "seconds": 11.0, "tests": {
        **row["reference"]["final"]["eval_report"]["tests"], **{t: "FAILED" for t in info["FAIL_TO_PASS"]}}}}

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
