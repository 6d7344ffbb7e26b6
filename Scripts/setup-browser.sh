#!/usr/bin/env bash
# Installs what the page's tests and its benchmark need: Debian's Chromium, and Playwright with axe in
# .deps/browser. Playwright drives /usr/bin/chromium; it downloads no browser of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for package in chromium python3-venv; do
  dpkg-query -W -f='${db:Status-Status}\n' "$package" 2> /dev/null | grep -qx installed \
    || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "installing from Debian: ${missing[*]}"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -q
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

stamp=.deps/browser/installed.txt
if ! cmp -s Scripts/browser-requirements.txt "$stamp"; then
  echo "installing Playwright"
  python3 -m venv .deps/browser
  .deps/browser/bin/pip install -q --disable-pip-version-check -r Scripts/browser-requirements.txt
  cp Scripts/browser-requirements.txt "$stamp"
fi
