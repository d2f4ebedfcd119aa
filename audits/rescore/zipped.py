"""A member of a zip, in Zstandard too: so Inspect writes its logs; Python reads it from 3.14."""

from __future__ import annotations

import struct
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import crc32

from audits.errors import CannotAuditError
from audits.extras import install

ZSTANDARD = 93
"""The method's number in a zip (source: the ZIP file format specification, 4.4.5)."""

HEADER = struct.Struct("<26xHH")
"""What stands before a member's bytes: at its end, how long its name and its extra field are."""


def member(file: ZipFile, name: str) -> bytes:
    """Read one member whole.

    Raises `BadZipFile` for one that is broken, `KeyError` for one that there is not, and
    `CannotAuditError` where Zstandard cannot be read here.
    """
    info = file.getinfo(name)
    if info.compress_type != ZSTANDARD:
        return file.read(name)
    body = _decompressed(_packed(file, info), info.file_size)
    if crc32(body) != info.CRC:
        raise BadZipFile(f"Bad CRC-32 for file {name!r}")
    return body


def _packed(file: ZipFile, info: ZipInfo) -> bytes:
    assert file.fp is not None, "an open zip has a file"
    file.fp.seek(info.header_offset)
    before = file.fp.read(HEADER.size)
    if len(before) < HEADER.size:
        raise BadZipFile(f"{info.filename!r} is cut off")
    file.fp.seek(sum(HEADER.unpack(before)), 1)
    return file.fp.read(info.compress_size)


def _decompressed(packed: bytes, size: int) -> bytes:
    try:
        from zstandard import ZstdDecompressor, ZstdError  # noqa: PLC0415 - an extra
    except ImportError:
        raise CannotAuditError(
            f"an Inspect log in Zstandard: {install('logs')}, or have Inspect write JSON "
            "(`inspect log convert LOG.eval --to json --output-dir DIR`)"
        ) from None
    try:
        with ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
            return stream.read(size)
    except ZstdError as error:
        raise BadZipFile(str(error)) from None
