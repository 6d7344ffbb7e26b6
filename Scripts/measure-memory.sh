#!/usr/bin/env bash
# Has the program look at a long clip, the sample over and over, and judges the memory that it takes:
# no more in the last third of the time than in the middle one, but for 5 %, and for dice never more
# than 300 MB, for numbers than 150.
#
#     Scripts/measure-memory.sh [dice|toss|numbers] [MINUTES]
#
# dice is `dice watch` on ten minutes of clip where no others are named, toss `toss analyze` on thirty, numbers
# `numbers listen` on an hour of sound.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-dice}
case $what in
  dice) sample=Samples/rolls.mp4 command=(dice watch) minutes=${2:-10} limit=300 ;;
  toss) sample=Samples/toss.mp4 command=(toss analyze) minutes=${2:-30} limit=0 ;;
  numbers) sample=Samples/numbers.ogg command=(numbers listen) minutes=${2:-60} limit=150 ;;
  *)
    echo "no '$what'; dice, toss or numbers" >&2
    exit 2
    ;;
esac

clip=.build/memory-$what-$minutes.${sample##*.}
samples=.build/memory-$what.txt
printed=.build/memory-$what-printed.txt
seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$sample")
times=$(python3 -c "import math; print(math.ceil($minutes * 60 / $seconds))")
ffmpeg -v error -y -stream_loop "$times" -i "$sample" -t $((minutes * 60)) -c copy "$clip"

.build/release/playfield "${command[@]}" "$clip" > "$printed" &
watcher=$!
: > "$samples"
# The most so far, which no sample can miss, and what is held now, in kB; nothing once it has ended.
while awk '/^VmHWM/ { most = $2 } /^VmRSS/ { now = $2 }
  END { if (!now) exit 1; print most, now }' "/proc/$watcher/status" >> "$samples" 2> /dev/null; do
  if (($(wc -l < "$samples") % 20 == 0)); then
    echo "$(wc -l < "$printed") lines printed: $(tail -n 1 "$samples" | awk '{ print int($2 / 1024) }') MB"
  fi
  sleep 0.5
done
wait $watcher

awk -v printed="$(wc -l < "$printed")" -v minutes="$minutes" -v limit="$limit" '
  { most = $1; now[NR] = $2 }
  END {
    third = int(NR / 3)
    if (third < 5) { print "too short to judge; name more minutes"; exit 1 }
    for (i = third + 1; i <= NR; i++) {
      if (i <= 2 * third) { if (now[i] > middle) middle = now[i] }
      else if (now[i] > last) last = now[i]
    }
    printf "%d lines printed in %d minutes of clip; middle third %d MB, last %d MB; at most %d MB", \
      printed, minutes, middle / 1024, last / 1024, most / 1024
    if (limit) printf " (limit %d MB)", limit
    print ""
    exit last > 1.05 * middle || (limit && most > limit * 1024)
  }' "$samples"
