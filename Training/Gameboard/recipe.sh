#!/usr/bin/env bash
# From nothing to Models/gameboard.onnx and gameboard-fit.onnx: one thread, some hours.
set -euo pipefail
cd "$(dirname "$0")"
python=$(cd ../.. && pwd)/.deps/training/bin/python
"$python" generate.py --count 3000 --seed 1
"$python" train.py --batch 16 --steps 20000 --pool 12000
"$python" export.py
