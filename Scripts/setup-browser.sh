#!/usr/bin/env bash
# Installs what the page's tests and its benchmark need: Debian's Chromium, and Playwright with axe in
# .deps/browser. Playwright drives /usr/bin/chromium; it downloads no browser of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh chromium python3-venv

stamp=.deps/browser/installed.txt
if ! cmp -s Scripts/browser-requirements.txt "$stamp"; then
  echo "installing Playwright"
  python3 -m venv .deps/browser
  .deps/browser/bin/pip install -q --disable-pip-version-check -r Scripts/browser-requirements.txt
  cp Scripts/browser-requirements.txt "$stamp"
fi
