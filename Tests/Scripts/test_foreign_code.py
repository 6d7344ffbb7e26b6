"""What of Sources is not Swift: only what stands around other people's libraries, and a runtime for the browser."""

import unittest
from pathlib import Path

sources = Path(__file__).resolve().parents[2] / "Sources"
# What a folder's code in C or C++ is for. Nothing that decides anything is among it.
FOREIGN = {
    "Core/CPortableMaths": "elementary functions, with the same bits natively and in the browser",
    "Core/CWebRuntime": "a heap, a clock and rounding, which the browser's module has no library for",
    "Native/CALSA": "ALSA's header",
    "Native/CFFmpeg": "FFmpeg: films and sound, read and written",
    "Native/CFFmpegLibrary": "FFmpeg's headers",
    "Native/CHEIF": "libheif's header",
    "Native/COpenCVLibrary": "OpenCV's headers",
    "Native/COpenVINO": "OpenVINO, opened while the program runs",
    "Native/CPictureIO": "OpenCV: pictures and cameras, read and written, and text drawn",
    "Native/CTurboJPEG": "libjpeg-turbo's header",
    "Native/CZlib": "zlib's header",
}
# Each file of C++, with what it includes of the library that it speaks to, or of the file that does; one declares two functions only.
CPP = {
    "Native/CFFmpeg/audio_reading.cpp": "ffmpeg.hpp",
    "Native/CFFmpeg/clip_recording.cpp": "film_encoder.hpp",
    "Native/CFFmpeg/ffmpeg.hpp": "libavcodec/",
    "Native/CFFmpeg/film_encoder.hpp": "ffmpeg.hpp",
    "Native/CFFmpeg/video_reading.cpp": "ffmpeg.hpp",
    "Native/CFFmpeg/video_writing.cpp": "film_encoder.hpp",
    "Native/CPictureIO/camera_device.cpp": "linux/videodev2.h",
    "Native/CPictureIO/camera_reading.cpp": "opencv2/",
    "Native/CPictureIO/guarded.hpp": "picture_io_status.h",
    "Native/CPictureIO/image_decoding.cpp": "opencv2/",
    "Native/CPictureIO/image_encoding.cpp": "opencv2/",
    "Native/CPictureIO/library_logging.cpp": "opencv2/",
    "Native/CPictureIO/library_logging.hpp": None,
    "Native/CPictureIO/library_threads.cpp": "opencv2/",
    "Native/CPictureIO/text.cpp": "opencv2/",
}


def files(*endings):
    return {str(path.relative_to(sources)) for ending in endings for path in sources.rglob(f"*.{ending}")}


class ForeignCode(unittest.TestCase):
    def test_c_lies_only_where_a_library_or_a_runtime_is(self):
        folders = {"/".join(name.split("/")[:2]) for name in files("c", "h", "cpp", "hpp", "inc")}
        self.assertEqual(folders, set(FOREIGN))

    def test_each_file_of_cpp_speaks_to_a_library_of_others(self):
        self.assertEqual(files("cpp", "hpp", "cc", "cxx"), set(CPP))
        for name, library in CPP.items():
            with self.subTest(name):
                include = f"#include <{library}" if "/" in (library or "") else f'#include "{library}"'
                if library:
                    self.assertIn(include, (sources / name).read_text())


if __name__ == "__main__":
    unittest.main()
