#!/usr/bin/env bash
# Compiles the portable targets as Embedded Swift to .build/web/playfield.wasm.
#
#   Scripts/build-web.sh [FOLDER]
#
# Each module is compiled when something of it or below it has changed. One that joins stands in `modules`
# after those it imports.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-.build/web}
mkdir -p "$out"

# A module, and its folders in Sources. SceneReading and BeanBagToss are not called by the page yet, so the
# linker leaves them out: they are kept fit for the browser.
modules=(
  "PlayfieldMaths Core/Maths"
  "VisionCore Core/Geometry Core/Images Core/Observations Core/Version.swift"
  "PortableInference Core/PortableInference"
  "DiceGame Games/Dice"
  "RaceGame Games/Race"
  "DiceReading Seeing/Dice"
  "PlaneTracking Seeing/Planes"
  "Handwriting Seeing/Ink"
  "SpokenNumbers Seeing/Numbers"
  "PlayfieldWeb Web/PlayfieldWeb"
  "SceneReading Seeing/Boards Seeing/Bodies Seeing/Camera Seeing/Contours Seeing/Flights"
  "BeanBagToss Games/Toss"
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
"$toolchain/wasm-ld" "${link_flags[@]}" "${objects[@]}" -o "$out/linked.wasm"
wasm-opt "${optimizer_flags[@]}" "$out/linked.wasm" -o "$out/playfield.wasm"

# The page's side of it, written only where it has changed, so that nothing else is built again for it.
swift build --quiet --product web-interface
"$(swift build --quiet --show-bin-path)/web-interface" > "$out/interface.js"
cmp -s "$out/interface.js" Web/engine/interface.js \
  || cp "$out/interface.js" Web/engine/interface.js
