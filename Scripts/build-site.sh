#!/usr/bin/env bash
# Writes the game page as a folder of static files, for any HTTPS host:
#
#   Scripts/build-site.sh [--without-voice] [FOLDER]      site/ where none is named
#
# The page is Web/; next to it come the modules (*.wasm) and the networks' weights (*.safetensors, *.safetensors.z). With
# --without-voice the microphone is not offered, and nothing is fetched for it. What a page loads lies in
# a folder named by the version, with the hashes of all files (Scripts/list-assets.py).
set -euo pipefail
cd "$(dirname "$0")/.."
voice=(.deps/voice/whisper-encoder.safetensors .deps/voice/LICENCE Models/number-head.safetensors)
if [ "${1:-}" = --without-voice ]; then
  voice=()
  shift
fi
site=${1:-site}

[ ${#voice[@]} = 0 ] || Scripts/setup-voice.sh
Scripts/setup-poses.sh
Scripts/build-web.sh

# Into a folder beside it first, so that a server never shows half a page.
new=$site.part
rm -rf "$new"
mkdir -p "$new"
cp -R Web/. "$new"
toss=(.build/web/toss.wasm Models/{gameboard,gameboard-fit,throw-style}.safetensors
  .deps/mediapipe-*/pose-{detection,landmarks}.safetensors.z)
cp .build/web/playfield.wasm Models/{dice,dice-portrait,dice-tops,digits}.safetensors "${toss[@]}" "$new"
for file in "${voice[@]}"; do
  name=${file##*/}
  cp "$file" "$new/${name/LICENCE/whisper-licence.txt}"
done
[ ${#voice[@]} != 0 ] || sed -i 's/<body/<body data-hears="nothing"/' "$new/index.html"
Scripts/list-assets.py "$new"
rm -rf "$site"
mv "$new" "$site"

bag_toss=$(for file in "${toss[@]}"; do cat "$file"; done | wc -c)
numbers=$(find "$site" -name "whisper-encoder.safetensors" -o -name "number-head.safetensors" | xargs -r cat | wc -c)
tops=$(cat "$site"/*/dice-tops.safetensors | wc -c)
wire=$(($(cat "$site"/*/*.wasm "$site"/*/*.safetensors* | wc -c) - numbers - tops - bag_toss))
echo "$site: module and weights $((wire / 1000)) kB, of 4000 at most;" \
  "for the microphone $((numbers / 1000)) kB more, of 8600 at most;" \
  "for a board on a table $((tops / 1000)) kB more, of 400 at most;" \
  "for bean-bag toss $((bag_toss / 1000)) kB more, of 11500 at most"
((wire <= 4000000 && numbers <= 8600000 && tops <= 400000 && bag_toss <= 11500000))
