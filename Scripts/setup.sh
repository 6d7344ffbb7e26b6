#!/usr/bin/env bash
# Installs what is missing (apt, pip) and writes the pkg-config files by which SwiftPM finds
# OpenVINO and OpenCV. Everything fetched lies in .deps; a second run fetches nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

apt_packages=(
  libopencv-core-dev libopencv-imgproc-dev libopencv-imgcodecs-dev libopencv-videoio-dev
  libturbojpeg0-dev patchelf pkg-config python3-venv ffmpeg
)
missing=()
for package in "${apt_packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' \
    || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "installing: ${missing[*]}"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -q
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "${missing[@]}"
fi

python=.deps/python
openvino_version=2026.4.1
if ! [ -d "$python/openvino-$openvino_version" ]; then
  rm -rf "$python"
  mkdir -p "$python"
  python3 -m pip install -q --no-deps --target "$python/openvino-$openvino_version" \
    "openvino==$openvino_version"
fi
openvino="$PWD/$python/openvino-$openvino_version/openvino"

# SwiftPM drops the rpaths of a .pc file, so the program is linked against a copy of the C library
# whose SONAME is the absolute path of the real one.
pkgconfig=.deps/pkgconfig
link=.deps/link
mkdir -p "$pkgconfig" "$link"
real=$(ls "$openvino"/libs/libopenvino_c.so.*)
if ! [ -e "$link/libopenvino_c.so" ] || [ "$(patchelf --print-soname "$link/libopenvino_c.so")" != "$real" ]; then
  cp "$real" "$link/libopenvino_c.so"
  patchelf --set-soname "$real" "$link/libopenvino_c.so"
fi

cat > "$pkgconfig/playfield-openvino.pc" <<EOF
Name: playfield-openvino
Description: OpenVINO's C interface, from its Python wheel
Version: $openvino_version
Cflags: -I$openvino/include
Libs: -L$PWD/$link -lopenvino_c
EOF

# Debian's opencv4.pc links every module, 375 libraries; four are enough.
cat > "$pkgconfig/playfield-opencv.pc" <<EOF
Name: playfield-opencv
Description: the OpenCV modules that Playfield uses
Version: 4.6.0
Cflags: -I/usr/include/opencv4
Libs: -lopencv_core -lopencv_imgproc -lopencv_imgcodecs -lopencv_videoio
EOF
