#!/usr/bin/env bash
# Installs what training needs into .deps: PyTorch with its helpers, and Blender as a Python module.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/install-packages.sh python3-venv

install() { # FOLDER REQUIREMENTS
  local stamp=.deps/$1/installed.txt
  cmp -s "$2" "$stamp" && return
  echo "installing $2"
  python3 -m venv ".deps/$1"
  ".deps/$1/bin/pip" install -q --disable-pip-version-check -r "$2"
  cp "$2" "$stamp"
}
install training Training/Dice/requirements.txt
install render Training/Dice/Photoreal/requirements.txt
