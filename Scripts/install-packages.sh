#!/usr/bin/env bash
# Installs those of Debian's packages that are missing; does nothing where none is.
#
#   Scripts/install-packages.sh PACKAGE...
set -euo pipefail

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n')
missing=()
for package in "$@"; do
  grep -qx "$package installed" <<< "$installed" || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "installing from Debian: ${missing[*]}"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -q
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
