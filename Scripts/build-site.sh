#!/usr/bin/env bash
# Writes the game page as a folder of static files, for any HTTPS host:
#
#   Scripts/build-site.sh [FOLDER]      site/ where none is named
#
# The page is Web/; beside it come playfield.wasm and the networks' weights (*.safetensors). What a
# page loads lies in a folder named by the version, with the hashes of all files (Scripts/list-assets.py).
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-site}

Scripts/build-web.sh

# Into a folder beside it first, so that a server never shows half a page.
new=$site.part
rm -rf "$new"
mkdir -p "$new"
cp -R Web/. "$new"
cp .build/web/playfield.wasm Models/{dice,dice-portrait,dice-tops,digits,numbers}.safetensors "$new"
Scripts/list-assets.py "$new"
rm -rf "$site"
mv "$new" "$site"

numbers=$(cat "$site"/*/numbers.safetensors | wc -c)
tops=$(cat "$site"/*/dice-tops.safetensors | wc -c)
wire=$(($(cat "$site"/*/*.wasm "$site"/*/*.safetensors | wc -c) - numbers - tops))
echo "$site: module and weights $((wire / 1000)) kB, of 4000 at most;" \
  "for the microphone $((numbers / 1000)) kB more, of 600 at most;" \
  "for a board on a table $((tops / 1000)) kB more, of 400 at most"
((wire <= 4000000 && numbers <= 600000 && tops <= 400000))
