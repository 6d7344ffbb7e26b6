#!/usr/bin/env bash
# Installs the synthetic voices that the head for numbers is trained with: flite and espeak-ng, whose phonemes hibari
# speaks, from Debian, hibari and Piper into .deps/voices. Nothing else is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh espeak-ng flite python3-venv

requirements=Training/Numbers/voices-requirements.txt
stamp=.deps/voices/installed.txt
if ! cmp -s "$requirements" "$stamp"; then
  echo "installing hibari and Piper"
  python3 -m venv .deps/voices
  .deps/voices/bin/pip install -q --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$stamp"
fi
