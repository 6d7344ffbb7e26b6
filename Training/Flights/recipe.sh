#!/usr/bin/env bash
# Prints the weights of Sources/Seeing/Flights/FlightJudge.swift, and how left-out scenes are judged: twenty minutes on one core.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
export PKG_CONFIG_PATH=$root/.deps/pkgconfig:${PKG_CONFIG_PATH:-}
swift build --package-path "$root" -c release --product FlightCandidates
rm -rf "$root/.data/flights"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
python=$root/.deps/training/bin/python
for seed in 1 2; do "$python" scenes.py --count 2000 --seed "$seed"; done
"$python" train.py
