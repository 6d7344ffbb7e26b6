"""How long films are."""

import os
import struct
import subprocess


def seconds_of(path):
    """-> the length of a film, 0 where nobody says

    The header of an MP4 or MOV is read here: to start ffprobe takes longer than all else that is done for a short film.
    """
    try:
        return of_header(path) or of_ffprobe(path)
    except (OSError, ValueError, struct.error, subprocess.TimeoutExpired):
        return 0


def of_header(path):
    """-> what a movie's header box (mvhd, ISO/IEC 14496-12) says; 0 of other files"""
    with open(path, "rb") as file:
        place, end = 0, os.fstat(file.fileno()).st_size
        while place + 8 <= end:
            file.seek(place)
            length, kind = struct.unpack(">I4s", file.read(8))
            body = place + 8
            if length == 1:
                length, body = struct.unpack(">Q", file.read(8))[0], place + 16
            after = place + length if length else end
            if after < body:
                return 0
            if kind == b"mvhd":
                return of_movie(file)
            place = body if kind == b"moov" else after
    return 0


def of_movie(file):
    """-> the seconds of the header whose body begins here"""
    wide = file.read(4)[:1] == b"\1"
    layout = ">QQIQ" if wide else ">IIII"
    _, _, scale, duration = struct.unpack(layout, file.read(struct.calcsize(layout)))
    is_known = scale and duration != (2**64 - 1 if wide else 2**32 - 1)
    return duration / scale if is_known else 0


def of_ffprobe(path):
    words = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
    return float(subprocess.run(words, capture_output=True, text=True, timeout=30).stdout.strip() or 0)
