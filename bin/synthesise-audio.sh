#!/usr/bin/env bash
# Speaks the front of every card of the official decks into content/official-decks/audio/.
# Only missing files are made; to make one again, delete it and run this.
#
# Needs: apt-get install flite sox libsox-fmt-mp3 jq
#
# Voice: "rms" (US English, male) of CMU Flite. Of the free voices of Flite, Festival and
# eSpeak NG, a speech recogniser understood it best. Its licence (Carnegie Mellon University, MIT-like, see
# /usr/share/doc/flite/copyright) permits any use and puts no condition on the audio made with it.
set -euo pipefail
cd "$(dirname "$0")/../content/official-decks"

for tool in flite sox jq; do
  command -v "$tool" >/dev/null || { echo "missing $tool, see the head of $0" >&2; exit 1; }
done
mkdir -p audio
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Flite reads these spellings as "red", "close to" and "the use of"; the cards mean the verbs.
as_spoken() {
  sed -E 's/\bread\b/reed/I; s/\bclose\b/cloze/I; s/^use$/yooz/I' <<<"$1"
}

synthesise() { # front, target file
  # A little slower than normal speech, for learners.
  flite -voice rms --setf duration_stretch=1.15 -t "$(as_spoken "$1")" -o "$work/raw.wav"
  # -60 dB keeps the soft release of a final t, k or p. vol leaves room for the resampler's overshoot.
  local edge=(silence 1 0.01 0.1%)
  sox "$work/raw.wav" -r 24000 "$work/trimmed.wav" vol 0.8 "${edge[@]}" reverse "${edge[@]}" reverse
  # Equal RMS makes cards equally loud; peak normalisation would make short words jump out.
  local gain
  gain=$(sox "$work/trimmed.wav" -n stats 2>&1 | awk '/^RMS lev dB/ { print -16 - $4 }')
  sox "$work/trimmed.wav" -C 32 "$work/done.mp3" gain -l "$gain" pad 0.15 0.15
  mv "$work/done.mp3" "$2" # whole files only, so an interrupted run can simply be repeated
}

cards=$(jq -r '.cards[] | select(.audio) | [.audio, .front] | @tsv' ./*.json)
made=0
while IFS=$'\t' read -r audio front; do
  [[ $audio =~ ^[a-z0-9-]+\.mp3$ ]] || { echo "not a file name made of a-z, 0-9 and hyphens: $audio" >&2; exit 1; }
  [[ -s audio/$audio ]] && continue
  synthesise "$front" "audio/$audio"
  made=$((made + 1))
done <<<"$cards"

echo "$made made, $(find audio -name '*.mp3' | wc -l) files in $(pwd)/audio"
