#!/usr/bin/env bash
# Installs what the tests of Archive/ need into .deps/archive; with --cluster Ray and an S3 server as well.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh python3-venv

list=Scripts/archive-requirements.txt
[ "${1:-}" = --cluster ] && list=Scripts/archive-cluster-requirements.txt
stamp=.deps/archive/$(basename "$list")
if ! cmp -s "$list" "$stamp"; then
  echo "installing what the archive's tests need"
  [ -d .deps/archive ] || python3 -m venv .deps/archive
  .deps/archive/bin/pip install -q --disable-pip-version-check -r "$list"
  cp "$list" "$stamp"
fi
