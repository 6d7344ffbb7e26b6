#!/usr/bin/env bash
# From nothing to Models/digits.onnx and Models/digits.safetensors: half an hour on one idle core.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
python=$root/.deps/training/bin/python
"$python" train.py --name digits --samples 2000000
"$python" export.py "$root/.checkpoints/digits.pt"
"$python" "$root/Tests/Fixtures/make_digit_pictures.py"
