#!/usr/bin/env bash
# From nothing to the weights of Sources/VisionCore/FlightJudge.swift, which it prints: twenty minutes on one core.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
export PKG_CONFIG_PATH=$root/.deps/pkgconfig:${PKG_CONFIG_PATH:-}
swift build --package-path "$root" -c release --product FlightCandidates
python=$root/.deps/training/bin/python
for seed in 1 2; do "$python" scenes.py --count 2000 --seed "$seed"; done
"$python" train.py
