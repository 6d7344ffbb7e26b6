#!/usr/bin/env bash
# Writes the game page as a folder of static files, for any HTTPS host:
#
#   Scripts/build-site.sh [FOLDER]      site/ where none is named
#
# The page is Web/; beside it come playfield.wasm, the networks' weights (*.safetensors) and
# files.json, which lists every other file with its size and SHA-256, in hexadecimal:
#
#   {"version": "1f0c…", "files": {"playfield.wasm": {"bytes": 172890, "sha256": "9b1e…"}, …}}
#
# The page checks module and weights against it, and its service worker keeps these files;
# "version" changes whenever one of them does.
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

files=()
while IFS= read -r file; do
  sum=$(sha256sum "$new/$file" | cut -d' ' -f1)
  files+=("\"$file\": {\"bytes\": $(stat -c %s "$new/$file"), \"sha256\": \"$sum\"}")
done < <(cd "$new" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)
list=$(printf '    %s,\n' "${files[@]}")
version=$(sha256sum <<< "$list" | cut -c1-16)
printf '{\n  "version": "%s",\n  "files": {\n%s\n  }\n}\n' "$version" "${list%,}" > "$new/files.json"

rm -rf "$site"
mv "$new" "$site"
wire=$(find "$site" \( -name '*.wasm' -o -name '*.safetensors' \) -print0 | xargs -0 cat | wc -c)
echo "$site: module and weights $((wire / 1000)) kB"
