#!/usr/bin/env bash
# From nothing to Models/numbers.onnx and Models/numbers.safetensors: four hours for the voices, three for what
# Whisper hears of them, and about as long for the network, on one idle core.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
"$root/Scripts/setup-voices.sh"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
"$root/.deps/voices/bin/python" voices.py espeak flite piper festival hibari kokoro
"$root/Scripts/setup-whisper.sh"
"$root/.deps/whisper/bin/python" checker.py
python=$root/.deps/training/bin/python
"$python" train.py --name numbers --fold 0 --steps 19000
"$python" export.py "$root/.checkpoints/numbers.pt" --fold 0
"$python" judge.py --fold 0
"$python" "$root/Tests/Fixtures/make_spoken_numbers.py"
