"""The reader of CTranslate2's files, and what is made of them, on a file that is made up."""

import importlib.util
import json
import struct
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "Scripts"
sys.path.append(str(SCRIPTS))
import ctranslate2_file

spec = importlib.util.spec_from_file_location("convert_voice", SCRIPTS / "convert-voice.py")
convert_voice = importlib.util.module_from_spec(spec)
spec.loader.exec_module(convert_voice)


def text(string):
    return struct.pack("<H", len(string) + 1) + string.encode() + b"\0"


def tensor(name, shape, kind, form, numbers):
    data = struct.pack(f"<{len(numbers)}{form}", *numbers)
    extents = struct.pack(f"<B{len(shape)}I", len(shape), *shape)
    return text(name) + extents + struct.pack("<BI", kind, len(data)) + data


WEIGHTS = [1.5, -2, 0.25, 0, 65504, -0.5]
TENSORS = [
    tensor("decoder/scale", [], 2, "h", [6]),
    tensor("encoder/bias", [2], 0, "f", [0.125, -3]),
    tensor("encoder/weight", [2, 3], 4, "e", WEIGHTS),
]
FILE = struct.pack("<I", 6) + text("WhisperSpec") + struct.pack("<II", 3, len(TENSORS)) + b"".join(TENSORS) + struct.pack("<I", 0)


class ReaderTests(unittest.TestCase):
    def test_tensors_come_with_extents_and_numbers(self):
        specification, tensors = ctranslate2_file.tensors(FILE)
        self.assertEqual(specification, "WhisperSpec")
        self.assertEqual(tensors["decoder/scale"], ([], (6,)))
        self.assertEqual(tensors["encoder/bias"], ([2], (0.125, -3)))
        self.assertEqual(tensors["encoder/weight"], ([2, 3], tuple(WEIGHTS)))

    def test_a_part_can_be_asked_for(self):
        self.assertEqual(set(ctranslate2_file.tensors(FILE, "encoder/")[1]), {"encoder/bias", "encoder/weight"})

    def test_another_version_and_a_file_cut_short_are_refused(self):
        with self.assertRaisesRegex(ValueError, "version 5"):
            ctranslate2_file.tensors(struct.pack("<I", 5) + FILE[4:])
        for length in (3, 20, len(FILE) - 8):
            with self.assertRaises((ValueError, struct.error)):
                ctranslate2_file.tensors(FILE[:length])


class ConversionTests(unittest.TestCase):
    def test_rows_are_rounded_to_multiples_of_a_step(self):
        whole, steps = convert_voice.rounded([3, 2], [1.0, -2.54, 0, 0, 127, 0.6])
        self.assertEqual(whole, [50, -127, 0, 0, 127, 1])
        self.assertEqual([round(step, 9) for step in steps], [0.02, 0, 1])

    def test_what_is_written_is_safetensors(self):
        out = convert_voice.converted({"a.weight": ([2, 1], (4.0, -8.0)), "a.bias": ([2], (1.0, 2.0))})
        data = convert_voice.safetensors(out)
        (length,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8 : 8 + length])
        self.assertEqual(header["a.weight"], {"dtype": "I8", "shape": [2, 1, 1, 1], "data_offsets": [0, 2]})
        self.assertEqual(header["a.step"], {"dtype": "F32", "shape": [2], "data_offsets": [2, 10]})
        self.assertEqual(header["a.bias"], {"dtype": "F16", "shape": [2], "data_offsets": [10, 14]})
        self.assertEqual(struct.unpack("<2b2f2e", data[8 + length :])[:2], (127, -127))

    def test_another_file_or_none_is_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.bin"
            with self.assertRaisesRegex(SystemExit, "'make voice' fetches it"):
                convert_voice.encoder(path)
            path.write_bytes(FILE)
            with self.assertRaisesRegex(SystemExit, "is not the model"):
                convert_voice.encoder(path)


if __name__ == "__main__":
    unittest.main()
