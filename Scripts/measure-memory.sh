#!/usr/bin/env bash
# Watches a clip of ten minutes and tells how much memory that takes, minute by minute of the clip.
#
#     Scripts/measure-memory.sh [MINUTES]
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-10}
limit=300

clip=.build/memory-$minutes.mp4
seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 Samples/rolls.mp4)
times=$(python3 -c "import math; print(math.ceil($minutes * 60 / $seconds))")
ffmpeg -v error -y -stream_loop "$times" -i Samples/rolls.mp4 -t $((minutes * 60)) -c copy "$clip"

.build/release/playfield dice watch "$clip" > .build/memory.txt &
watcher=$!
most=0
while kill -0 $watcher 2> /dev/null; do
  resident=$(awk '/VmRSS/ { print int($2 / 1024) }' /proc/$watcher/status 2> /dev/null || echo 0)
  ((resident > most)) && most=$resident
  told=$(wc -l < .build/memory.txt)
  echo "after $told rolls: $resident MB"
  sleep 10
done
wait $watcher
echo "$(wc -l < .build/memory.txt) rolls in $minutes minutes, at most $most MB (limit $limit MB)"
((most <= limit))
