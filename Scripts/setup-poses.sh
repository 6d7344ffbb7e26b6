#!/usr/bin/env bash
# Fetches the networks that find body poses, and converts them for our own runtime: .deps/mediapipe-VERSION. They are
# taken out of MediaPipe's wheel; none of its code is used, so any platform's wheel will do. Its licence is Apache 2.0,
# as this project's.
set -euo pipefail
cd "$(dirname "$0")/.."

mediapipe_version=0.10.21
# The real path: .deps may be a link, and what is written below must not depend on who runs this.
mkdir -p .deps
poses=$(cd .deps && pwd -P)/mediapipe-$mediapipe_version

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

if ! [ -e "$poses/pose-landmarks.safetensors.z" ] || ! [ -e "$poses/pose-detection.safetensors.z" ]; then
  Scripts/convert-poses.py "$poses"
fi
