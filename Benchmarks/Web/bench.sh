#!/usr/bin/env bash
# Measures the module in Chromium, beside plain loops compiled in the same way and the most that its
# instructions can do, and what the page makes of a camera; then the page in three engines by turns. Exits with 1
# where a goal is missed, with 3 where others used the machine too much to judge.
#
#   Benchmarks/Web/bench.sh [ENGINE …]      the page in these engines alone
set -euo pipefail
cd "$(dirname "$0")/../.."
source Scripts/web-flags.sh
Scripts/setup-browser.sh
Scripts/build-site.sh

if (($#)); then
  exec .deps/browser/bin/python Benchmarks/Web/engines.py "${@/#/--browser=}"
fi

out=.build/web
"$toolchain/swiftc" "${swift_flags[@]}" -O -module-name PlainLoops -c Benchmarks/Web/PlainLoops.swift \
  -o "$out/PlainLoops.o"
"$toolchain/wasm-ld" "${link_flags[@]}" "$out"/{PlainLoops,heap,rounding,webassembly}.o \
  -o "$out/plain-loops.wasm"
"$toolchain/clang" "${c_flags[@]}" -c Benchmarks/Web/RegisterLoop.c -o "$out/RegisterLoop.o"
"$toolchain/wasm-ld" "${link_flags[@]}" "$out/RegisterLoop.o" -o "$out/register-loop.wasm"

# All are run, whatever those before find.
status=0
.deps/browser/bin/python Benchmarks/Web/bench.py "$out"/{playfield,plain-loops,register-loop}.wasm || status=$?
echo
.deps/browser/bin/python Benchmarks/Web/frames.py || status=$?
echo
.deps/browser/bin/python Benchmarks/Web/race-frames.py || status=$?
echo
swift build --product TossFrames
.deps/browser/bin/python Benchmarks/Web/toss.py || status=$?
echo
.deps/browser/bin/python Benchmarks/Web/voice-frames.py || status=$?
echo
.deps/browser/bin/python Benchmarks/Web/first-visit.py || status=$?
echo
.deps/browser/bin/python Benchmarks/Web/engines.py || status=$?
exit $status
