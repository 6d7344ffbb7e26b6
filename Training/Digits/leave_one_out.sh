#!/usr/bin/env bash
# Trains on MNIST alone and on pen strokes alone, and reads the other. Two trainings.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
python=$root/.deps/training/bin/python
samples=${1:-400000}
for source in mnist strokes; do
  "$python" train.py --name "only-$source" --only "$source" --samples "$samples"
  echo "trained on $source alone:"
  # One source alone may miss the goals.
  "$python" evaluate.py "$root/.checkpoints/only-$source.pt" || [ $? = 3 ]
done
