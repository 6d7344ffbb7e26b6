#!/usr/bin/env bash
# Writes the game page as a folder of static files, for any HTTPS host:
#
#   Scripts/build-site.sh [FOLDER]      site/ where none is named
#
# The page is Web/; beside it come playfield.wasm, the networks' weights (*.safetensors) and assets.js,
# the list of all files with their hashes: the page checks module and weights against it, and its
# service worker keeps these files.
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-site}

Scripts/build-web.sh

# Into a folder beside it first, so that a server never shows half a page.
new=$site.part
rm -rf "$new"
mkdir -p "$new"
cp -R Web/. "$new"
cp .build/web/playfield.wasm "$new"
for network in dice digits; do
  if [ -e "Models/$network.safetensors" ]; then cp "Models/$network.safetensors" "$new"; fi
done

Scripts/list-assets.py "$new"

rm -rf "$site"
mv "$new" "$site"
wire=$(find "$site" \( -name '*.wasm' -o -name '*.safetensors' \) -print0 | xargs -0 cat | wc -c)
echo "$site: module and weights $((wire / 1000)) kB"
