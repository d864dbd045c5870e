#!/bin/sh
# Makes web/app/fonts/ from @fontsource/be-vietnam-pro: Latin and Vietnamese in one file for each weight, with the
# features that the screens use. Needs Python with fonttools and brotli. Run it when the package is moved up.
set -eu
cd "$(dirname "$0")/.."
from=node_modules/@fontsource/be-vietnam-pro/files
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p web/app/fonts
for weight in 400 600; do
  for letters in latin vietnamese; do
    python3 -m fontTools.subset "$from/be-vietnam-pro-$letters-$weight-normal.woff2" --unicodes='*' \
      --layout-features=kern,mark,mkmk,ccmp,locl,tnum --no-hinting --output-file="$work/$letters.ttf"
  done
  python3 -m fontTools.merge --output-file="$work/both.ttf" "$work/latin.ttf" "$work/vietnamese.ttf"
  python3 -m fontTools.subset "$work/both.ttf" --unicodes='*' --layout-features='*' --no-hinting \
    --flavor=woff2 --output-file="web/app/fonts/be-vietnam-pro-$weight.woff2"
done
