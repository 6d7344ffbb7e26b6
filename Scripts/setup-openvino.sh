#!/usr/bin/env bash
# Fetches OpenVINO into .deps, where programs find it: with it networks run on all cores, and faster.
set -euo pipefail
cd "$(dirname "$0")/.."

version=2026.4.1
Scripts/install-packages.sh python3-pip

wheel=.deps/python/openvino-$version
if ! [ -d "$wheel" ]; then
  echo "fetching OpenVINO $version"
  # Into a folder beside it first, so that an interrupted download is not taken for a whole one.
  rm -rf "$wheel.part"
  mkdir -p .deps/python
  python3 -m pip install -q --no-deps --disable-pip-version-check --root-user-action=ignore \
    --target "$wheel.part" "openvino==$version"
  mv "$wheel.part" "$wheel"
fi
