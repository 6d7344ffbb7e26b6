#!/usr/bin/env bash
# Installs what is missing (apt, pip) and writes the pkg-config files by which SwiftPM finds
# OpenCV and FFmpeg. Everything fetched lies in .deps; a second run fetches nothing.
#
#   Scripts/setup.sh [--benchmarks]    with what only the benchmarks need, too
set -euo pipefail
cd "$(dirname "$0")/.."

apt_packages=(
  libopencv-core-dev libopencv-imgproc-dev libopencv-imgcodecs-dev libopencv-videoio-dev
  libavformat-dev libavcodec-dev libswscale-dev libswresample-dev libavutil-dev
  libturbojpeg0-dev libheif-dev libasound2-dev libsqlite3-dev zlib1g-dev pkg-config python3-pip ffmpeg
  libheif-examples binaryen
)
if [ "${1:-}" = --benchmarks ]; then
  apt_packages+=(libopencv-dnn-dev)
fi

Scripts/install-packages.sh "${apt_packages[@]}"

# The real path: .deps may be a link, and what is written below must not depend on who runs this.
mkdir -p .deps
deps=$(cd .deps && pwd -P)

Scripts/setup-poses.sh

# Relative to the .pc files, so that .deps may be moved or copied.
write() { # Leaves a file alone that already says so: a newer one would make SwiftPM build again.
  mkdir -p "$(dirname "$1")"
  cat > "$1.part"
  if cmp -s "$1.part" "$1"; then rm "$1.part"; else mv "$1.part" "$1"; fi
}

# Debian's opencv4.pc links every module, 375 libraries; four are enough.
write "$deps/pkgconfig/playfield-opencv.pc" << EOF
Name: playfield-opencv
Description: the OpenCV modules that Playfield uses
Version: 4.6.0
Cflags: -I/usr/include/opencv4
Libs: -lopencv_core -lopencv_imgproc -lopencv_imgcodecs -lopencv_videoio
EOF

# One file for what are five at Debian's, since a target names one.
write "$deps/pkgconfig/playfield-ffmpeg.pc" << EOF
Name: playfield-ffmpeg
Description: the FFmpeg libraries that Playfield uses
Version: 5.1
Libs: -lavformat -lavcodec -lswscale -lswresample -lavutil
EOF

write "$deps/pkgconfig/playfield-opencv-dnn.pc" << EOF
Name: playfield-opencv-dnn
Description: OpenCV's own networks, which the benchmarks compare with
Version: 4.6.0
Cflags: -I/usr/include/opencv4
Libs: -lopencv_core -lopencv_dnn
EOF
