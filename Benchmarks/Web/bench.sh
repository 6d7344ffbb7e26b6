#!/usr/bin/env bash
# Measures the module in Chromium, beside plain loops compiled in the same way, and how smoothly the
# page moves while it works.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Scripts/web-flags.sh
Scripts/setup-browser.sh
Scripts/build-site.sh

out=.build/web
"$toolchain/swiftc" "${swift_flags[@]}" -module-name PlainLoops -c Benchmarks/Web/PlainLoops.swift \
  -o "$out/PlainLoops.o"
"$toolchain/wasm-ld" "${link_flags[@]}" "$out"/{PlainLoops,heap,maths,webassembly}.o \
  -o "$out/plain-loops.wasm"
.deps/browser/bin/python Benchmarks/Web/bench.py "$out/playfield.wasm" "$out/plain-loops.wasm"
echo
.deps/browser/bin/python Benchmarks/Web/frames.py
echo
.deps/browser/bin/python Benchmarks/Web/first-visit.py
