#!/usr/bin/env bash
# Installs what is missing (apt, pip) and writes the pkg-config files by which SwiftPM finds
# OpenCV and FFmpeg. Everything fetched lies in .deps; a second run fetches nothing.
#
#   Scripts/setup.sh [--benchmarks]    with what only the benchmarks need, too
set -euo pipefail
cd "$(dirname "$0")/.."

mediapipe_version=0.10.21
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

# The networks that find body poses are taken out of MediaPipe's wheel; none of its code is used, so
# any platform's wheel will do.
poses="$deps/mediapipe-$mediapipe_version"
if ! [ -d "$poses" ]; then
  echo "fetching the pose networks of MediaPipe $mediapipe_version"
  rm -rf "$poses.part"
  mkdir -p "$poses.part"
  python3 -m pip download -q --no-deps --disable-pip-version-check --only-binary=:all: \
    --python-version 3.11 --platform manylinux_2_28_x86_64 --dest "$poses.part" \
    "mediapipe==$mediapipe_version"
  for network in pose_detection/pose_detection pose_landmark/pose_landmark_full; do
    python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' \
      "$poses.part"/*.whl "mediapipe/modules/$network.tflite" > "$poses.part/${network#*/}.tflite"
  done
  rm "$poses.part"/*.whl
  (cd "$poses.part" && sha256sum --check --quiet << EOF
9ba9dd3d42efaaba86b4ff0122b06f29c4122e756b329d89dca1e297fd8f866c  pose_detection.tflite
e9a5c5cb17f736fafd4c2ec1da3b3d331d6edbe8a0d32395855aeb2cdfd64b9f  pose_landmark_full.tflite
EOF
  )
  mv "$poses.part" "$poses"
fi

# As our own runtime reads them.
if ! [ -e "$poses/pose-landmarks.safetensors.z" ] || ! [ -e "$poses/pose-detection.safetensors.z" ]; then
  Scripts/convert-poses.py "$poses"
fi

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
