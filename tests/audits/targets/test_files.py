"""Files of rows: what is read, and for what is not, one message with place and remedy."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.targets.files import as_json, read_rows

WANTED = [{"question": "2+2?", "answer": "4"}, {"question": "3,3?", "answer": "6"}]
LINES = "".join(f"{json.dumps(row)}\n" for row in WANTED)

READ = {
    "lines.jsonl": LINES.encode(),
    "lines.ndjson": LINES.encode(),
    "marked.jsonl": b"\xef\xbb\xbf" + LINES.encode(),
    "windows.jsonl": LINES.replace("\n", "\r\n\r\n").encode(),
    "unended.JSONL": LINES.strip().encode(),
    "list.json": json.dumps(WANTED).encode(),
    "under_a_name.json": json.dumps({"version": 1, "data": WANTED}).encode(),
    "commas.csv": b'question,answer\r\n2+2?,4\r\n"3,3?",6\r\n\r\n',
    "marked.csv": b'\xef\xbb\xbfquestion,answer\n2+2?,4\n"3,3?",6',
}


@pytest.mark.parametrize("name", READ)
def test_rows_are_read(name: str, tmp_path: Path):
    (tmp_path / name).write_bytes(READ[name])
    assert read_rows(tmp_path / name) == WANTED


NO_ROWS = "{}: no rows in it; expected a list of objects, at least one"
OBJECT = '{}, row 1: expected an object as {"question": ..., "answer": ...}'
UNREAD = {
    "empty.jsonl": (b"", NO_ROWS),
    "twice.jsonl": (b'{"a": 1, "a": 2}', "{}, line 1: two fields are named 'a'; keep one"),
    "twice_within.json": (b'[{"a": {"b": 1, "b": 1}}]', "{}: two fields are named 'b'; keep one"),
    "blank.jsonl": (b"\n \n", NO_ROWS),
    "empty.json": (b"[]", NO_ROWS),
    "number.json": (b"5", NO_ROWS),
    "header.csv": (b"question,answer\n", NO_ROWS),
    "empty.csv": (b"", NO_ROWS),
    "lists.jsonl": (b"[1, 2]\n", f"{OBJECT}: name its columns; got '[1, 2]'"),
    "texts.json": (b'["a"]', f"{OBJECT}; got 'a'"),
    "empty_row.jsonl": (b"{}", f"{OBJECT}; got '{{}}'"),
    "latin.jsonl": (
        LINES.encode() + '{"answer": "né"}'.encode("latin-1"),
        "{}, line 3: not UTF-8 (byte 0xe9 at 13); save it as UTF-8",
    ),
    "latin.csv": (
        "answer\nné\n".encode("latin-1"),
        "{}: not UTF-8 (byte 0xe9 at 8); save it as UTF-8",
    ),
    "wide.jsonl": (
        LINES.encode("utf-16"),
        "{}, line 1: not UTF-8 (byte 0xff at 0); save it as UTF-8",
    ),
    "cut.jsonl": (
        LINES.encode() + b'{"answer": "4',
        "{}, line 3: not JSON (Input data was truncated); expected one JSON object a line",
    ),
    "cut.json": (
        b'[{"answer": "4"},',
        "{}: not JSON (Input data was truncated); expected a JSON list of objects",
    ),
    "nan.jsonl": (
        b'{"answer": "4", "info": {"score": [1, NaN]}}',
        "{}, line 1: field 'info.score[1]' is NaN or infinite, which JSON has no word for; write "
        "null or a number",
    ),
    "surrogate.jsonl": (
        b'{"answer": "\\ud800"}',
        "{}, line 1: half of a surrogate pair (\\ud800 to \\udfff) stands in it, which is no text",
    ),
    "deep.jsonl": (
        b'{"answer": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        "{}, line 1: nested too deeply to be read; flatten it",
    ),
    "twice.csv": (b"answer,answer\n4,5\n", "{}: two columns are named 'answer'; rename one"),
    "more.csv": (
        b"question,answer\n2,2?,4\n",
        "{}, line 2: 3 fields, and the header has 2; put a field with a comma in quotes",
    ),
    "fewer.csv": (
        b"question,answer\n2+2?,4\n3+3?\n",
        "{}, line 3: 1 fields, and the header has 2; put a field with a comma in quotes",
    ),
    "open.csv": (
        b'question,answer\n"2+2?,4\n',
        "{}, line 2: not CSV (unexpected end of data); is a quote left open?",
    ),
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_not_rows_says_where_and_what_to_do(name: str, tmp_path: Path):
    data, message = UNREAD[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CannotAuditError) as error:
        read_rows(tmp_path / name)
    assert str(error.value) == "--rows " + message.replace("{}", str(tmp_path / name), 1)


def test_a_file_that_is_missing_a_folder_or_of_another_kind_says_so(tmp_path: Path):
    (tmp_path / "folder.jsonl").mkdir()
    for name, words in (
        ("missing.jsonl", "cannot be read: No such file or directory"),
        ("folder.jsonl", "cannot be read: Is a directory"),
        ("rows.txt", "expected a file .jsonl, .ndjson, .json, .csv, .parquet, or a loader"),
    ):
        with pytest.raises(CannotAuditError, match=words):
            read_rows(tmp_path / name)


def test_parquet_without_its_reader_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CannotAuditError) as error:
        read_rows(tmp_path / "rows.parquet")
    assert str(error.value) == (
        f"--rows {tmp_path}/rows.parquet: Parquet needs pyarrow; install it with: "
        "pip install 'clawback[parquet]'"
    )


def test_parquet_is_read_with_nested_columns_and_missing_values(tmp_path: Path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [{"answer": "4", "info": {"n": 1}}, {"answer": None, "info": {"n": 2}}]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "rows.parquet")
    assert read_rows(tmp_path / "rows.parquet") == rows
    (tmp_path / "cut.parquet").write_bytes(b"PAR1 cut")
    with pytest.raises(CannotAuditError, match=r"cut.parquet: not Parquet .*; is the file"):
        read_rows(tmp_path / "cut.parquet")


class Array:
    def tolist(self) -> list[int]:
        return [1, 2]


def test_rows_in_memory_are_what_a_worker_is_told():
    made = as_json([{"a": float("nan"), "b": (1, 2), "c": Array(), "d": 10**30}], "rows")
    assert made == [{"a": None, "b": [1, 2], "c": [1, 2], "d": 10**30}]


@pytest.mark.parametrize("bad", [object(), "\ud800", {(1, 2): 3}, {"x": lambda: None}])
def test_what_no_process_can_be_handed_names_row_and_field(bad: object):
    with pytest.raises(CannotAuditError, match=r"^rows, row 2, field 'b': cannot be handed to"):
        as_json([{"a": 1}, {"a": 1, "b": bad}], "rows")
