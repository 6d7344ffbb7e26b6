#!/usr/bin/env bash
# From nothing to Models/number-head.safetensors: two hours on two idle cores, most of it the features of what is
# listened to.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
"$root/Scripts/setup-voices.sh"
"$root/Scripts/setup-voice.sh"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
"$root/.deps/voices/bin/python" voices.py
python=$root/.deps/training/bin/python
for seed in 1 2 3; do "$python" train.py --seed $seed; done
(cd "$root" && swift build -c release --product NumberCandidates)
"$python" choose.py numbers-1 numbers-2 numbers-3
