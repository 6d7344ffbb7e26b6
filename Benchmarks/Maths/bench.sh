#!/usr/bin/env bash
# Compares the portable elementary functions with those of the system's library: `make bench-maths`.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Scripts/web-flags.sh
mkdir -p .build/maths
"$toolchain/clang" -O2 -std=gnu17 -Wall -Wextra -Werror -ISources/Core/CPortableMaths/include \
  Sources/Core/CPortableMaths/*.c Benchmarks/Maths/against-libm.c -lm -o .build/maths/against-libm
exec .build/maths/against-libm
