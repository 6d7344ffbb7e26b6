#!/usr/bin/env bash
# Installs what the page's tests and its benchmark need: Debian's Chromium, Firefox and WebKit, what they play films
# and sound with, Node for modules without a page, and Playwright with axe in .deps/browser. Playwright drives
# Debian's Chromium and Firefox, and downloads no browser of its own; WebKit has a driver of its own, and shows its
# windows to Xvfb. Chromium comes as its headless shell, the same engine without a browser's windows: a page opens in
# a third of the processor time.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh python3-venv chromium-headless-shell firefox-esr webkit2gtk-driver xvfb pulseaudio \
  ffmpeg nodejs gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad

stamp=.deps/browser/installed.txt
if ! cmp -s Scripts/browser-requirements.txt "$stamp"; then
  echo "installing Playwright"
  python3 -m venv .deps/browser
  .deps/browser/bin/pip install -q --disable-pip-version-check -r Scripts/browser-requirements.txt
  cp Scripts/browser-requirements.txt "$stamp"
fi
