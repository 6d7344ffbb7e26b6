#!/usr/bin/env bash
# Kills a program that keeps throws, 200 times at any moment, and looks after each whether all that
# it had said to be kept is there. The same test kills it twelve times in 'make test'.
#
#   Scripts/check-history.sh [KILLS]
set -euo pipefail
cd "$(dirname "$0")/.."
export PKG_CONFIG_PATH="$PWD/.deps/pkgconfig:${PKG_CONFIG_PATH:-}"
swift build --build-tests
PLAYFIELD_KILLS=${1:-200} swift test --skip-build --disable-xctest --filter KilledProgramTests
