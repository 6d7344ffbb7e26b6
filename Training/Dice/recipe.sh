#!/usr/bin/env bash
# From nothing to Models/dice.onnx, dice-portrait.onnx and their other forms. Each step goes on where
# it was stopped. Many hours on two cores, most of them the photo-real pictures and the last training.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
python=$root/.deps/training/bin/python

swift run -c release --package-path Renderer dice-renderer \
  --count 6000 --seed 2 --threads "$(nproc)" --out "$root/.data/renders-traced"
"$root/.deps/render/bin/python" Photoreal/stills.py \
  --count 400 --seed 1 --out "$root/.data/renders-photoreal"

# First round: photographs teach values, renders teach where the sides of a top face are.
"$python" train.py --name first --crops 80000
"$python" relabel.py first
# Second round, with every photograph's boxes brought to the top face.
"$python" train.py --name dice --crops 1000000
"$python" export.py dice "$root/.checkpoints/dice.pt" --threshold 0.48
"$python" quantize.py dice
# The portraits learn from what the dice network takes for dice.
"$python" mine.py dice
"$python" train_portraits.py --name portrait --crops 1000000
"$python" export.py portrait "$root/.checkpoints/portrait.pt" --threshold 0.5
"$python" quantize.py portrait
# How tops lie is learned from renders alone.
swift run -c release --package-path Renderer dice-renderer \
  --count 4000 --seed 71 --samples 3 --threads "$(nproc)" --out "$root/.data/renders-tops"
"$python" train_tops.py --name tops --crops 1500000
"$python" export.py tops "$root/.checkpoints/tops.pt"
