"""Tabular competition: the submission is scored on labels kept outside the sandbox (info), then mapped to steps between the baseline and
the gold threshold. Lower error is better; an invalid file scores like none. Row order does not matter."""
import csv
import io
import math

SHAPE = "state"
KIND = "healthy"
FULL = 1.0


def rmse(submission, labels):
    pred = {}
    try:
        for row in csv.DictReader(io.StringIO(submission)):
            if row["id"] in pred:
                return None
            pred[row["id"]] = float(row["target"])
    except (KeyError, TypeError, ValueError, csv.Error):
        return None
    if pred.keys() != labels.keys() or not all(math.isfinite(v) for v in pred.values()):
        return None
    return math.sqrt(sum((pred[k] - y) ** 2 for k, y in labels.items()) / len(labels))


def fixed(state: dict) -> float:
    files = (state.get("final") or {}).get("files")
    text = files.get("submission.csv") if isinstance(files, dict) else None
    err = rmse(text, state["info"]["private_labels"]) if isinstance(text, str) else None
    if state.get("error") is not None or err is None:
        return 0.0
    marks = state["info"]["thresholds"]
    for name, points in (("gold", 1.0), ("silver", 0.7), ("bronze", 0.5), ("median", 0.2)):
        if err <= marks[name]:
            return points
    return 0.0


def attempt(comp, rows, labels, marks, notes):
    sub = "id,target\n" + "".join(f"{k},{v}\n" for k, v in rows)
    return {"messages": [{"role": "user", "content": f"Compete in {comp}. Leave submission.csv."}]
            + [{"role": "assistant", "content": n} for n in notes], "error": None, "is_truncated": True,   # time limit reached, which is how these runs end
            "final": {"files": {"submission.csv": sub, "model.pkl": "<binary>", "scratch.ipynb": "{}"}},
            "info": {"competition": comp, "private_labels": labels, "thresholds": marks}}


DATASET = [
    {"case": "bikes", "reference": attempt("bikes", [("r3", 30.5), ("r1", 10.0), ("r2", 19.0)], {"r1": 10.4, "r2": 19.5, "r3": 30.0},
                                           {"gold": 0.6, "silver": 1.0, "bronze": 2.0, "median": 5.0}, ["CV 0.55", "crashed, restarting", "CV 0.49"])},
    {"case": "houses", "reference": attempt("houses", [("1", 12.1), ("2", 11.8)], {"1": 12.0, "2": 11.9},
                                            {"gold": 0.12, "silver": 0.13, "bronze": 0.15, "median": 0.4}, ["ridge on log price"])},
    {"case": "tides", "reference": attempt("tides", [("a", -0.2), ("b", 0.0), ("c", 1.1), ("d", 0.4)], {"a": -0.21, "b": 0.02, "c": 1.08, "d": 0.4},
                                           {"gold": 0.05, "silver": 0.08, "bronze": 0.1, "median": 0.3}, [])},
]
for row in DATASET:
    row["initial"] = {"files": {"sample_submission.csv": "id,target\n"}}

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
