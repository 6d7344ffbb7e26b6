#!/usr/bin/env bash
# Compiles the portable targets as Embedded Swift to .build/web/playfield.wasm, the page's module, and toss.wasm,
# which watches bean-bag toss.
#
#   Scripts/build-web.sh [FOLDER]
#
# Each module is compiled when something of it or below it has changed. One that joins stands in `modules`
# after those it imports.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-.build/web}
mkdir -p "$out"

# A module, and its folders in Sources. Of what nothing exported calls the linker leaves out the code.
modules=(
  "PlayfieldMaths Core/Maths"
  "VisionCore Core/Geometry Core/Images Core/Observations Core/Text Core/Version.swift"
  "PortableInference Core/PortableInference"
  "DiceGame Games/Dice"
  "RaceGame Games/Race"
  "DiceReading Seeing/Dice"
  "PlaneTracking Seeing/Planes"
  "Handwriting Seeing/Ink"
  "SpokenNumbers Seeing/Numbers"
  "PageInterface Web/PageInterface"
  "PlayfieldWeb Web/PlayfieldWeb"
  "SceneReading Seeing/Boards Seeing/Bodies Seeing/Camera Seeing/Contours Seeing/Flights"
  "BeanBagToss Games/Toss"
  "TossReportPage Games/TossReport"
  "PlayfieldToss Web/PlayfieldToss"
)

source Scripts/web-flags.sh

objects=()
newest=Scripts/web-flags.sh # What an object must be newer than: flags and headers.
for header in Sources/Core/C*/include/* Sources/Core/CPortableMaths/*.h; do
  if [ "$header" -nt "$newest" ]; then newest=$header; fi
done
for source in Sources/Core/C*/*.c; do
  object=$out/$(basename "$source" .c).o
  objects+=("$object")
  if ! [ "$object" -nt "$source" ] || ! [ "$object" -nt "$newest" ]; then
    "$toolchain/clang" "${c_flags[@]}" -ISources/Core/CWebRuntime/include -ISources/Core/CPortableMaths/include -c "$source" -o "$object"
  fi
done
for module in "${modules[@]}"; do
  read -r target folders <<< "$module"
  read -ra folders <<< "$folders"
  folders=("${folders[@]/#/Sources/}")
  object=$out/$target.o
  objects+=("$object")
  if ! [ "$object" -nt "$newest" ] \
    || [ -n "$(find "${folders[@]}" \( -name '*.swift' -o -type d \) -newer "$object")" ]; then
    echo "compiling $target for the browser"
    optimization=-O
    if [[ " ${small_modules[*]} " == *" $target "* ]]; then optimization=-Osize; fi
    find "${folders[@]}" -name '*.swift' | sort | tr '\n' '\0' \
      | xargs -0 "$toolchain/swiftc" "${swift_flags[@]}" "$optimization" -module-name "$target" -I "$out" \
        -emit-module -emit-module-path "$out/$target.swiftmodule" -o "$object" -c
  fi
  # A module above is compiled again, too: it holds copies of what it uses.
  if [ "$object" -nt "$newest" ]; then newest=$object; fi
done

if ! command -v wasm-opt > /dev/null; then
  echo "no wasm-opt; run Scripts/setup.sh" >&2
  exit 1
fi
# What a module exports is what the objects that it is linked of say: each leaves out the other's.
link() {
  local module=$1 other=$2 part parts=()
  for part in "${objects[@]}"; do
    if [ "$part" != "$out/$other.o" ]; then parts+=("$part"); fi
  done
  "$toolchain/wasm-ld" "${link_flags[@]}" "${parts[@]}" -o "$out/linked.wasm"
  wasm-opt "${optimizer_flags[@]}" "$out/linked.wasm" -o "$out/$module.wasm"
}
link playfield PlayfieldToss
link toss PlayfieldWeb

# The pages' side of them, written only where it has changed, so that nothing else is built again for it.
swift build --quiet --product web-interface
write=$(swift build --quiet --show-bin-path)/web-interface
for page in games:Web/engine/interface.js toss:Web/engine/toss/interface.js; do
  "$write" "${page%%:*}" > "$out/interface.js"
  cmp -s "$out/interface.js" "${page#*:}" || cp "$out/interface.js" "${page#*:}"
done
