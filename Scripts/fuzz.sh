#!/usr/bin/env bash
# Fuzzes the decoders for some seconds, under AddressSanitizer and UndefinedBehaviorSanitizer:
#
#     Scripts/fuzz.sh 30
#     Scripts/fuzz.sh --if-changed 20
#
# What breaks them is left in .build/fuzz/found; Scripts/fuzz.sh 0 FILE… tries files again. A run of ten minutes or more
# that breaks nothing notes the sources that it ran in Fuzz/fuzzed.sha256; with --if-changed nothing is run where the
# sources are still the same.
set -euo pipefail
cd "$(dirname "$0")/.."

# All that decodes other people's files, and what feeds it.
decoders() {
  printf '%s\n' Fuzz/*.swift Scripts/fuzz.sh Sources/Native/CFFmpeg/{*_reading.cpp,*.hpp} Sources/Core/PortableInference/Safetensors*.swift \
    Sources/Native/CPictureIO/image_decoding.cpp Sources/Native/CPictureIO/guarded.hpp \
    Sources/Seeing/Numbers/{NumberSearch,PartScores}.swift Sources/Native/Media/*.swift | grep -v -e Annotator -e Canvas -e Writer
}
sources=$(decoders | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d' ' -f1)
fuzzed=Fuzz/fuzzed.sha256

if [ "${1:-}" = --if-changed ]; then
  shift
  if [ "$sources" = "$(cat "$fuzzed" 2> /dev/null)" ]; then
    echo "the decoders are as they were when they were fuzzed for ten minutes"
    exit
  fi
fi
seconds=${1:-30}
shift || true
export PKG_CONFIG_PATH="$PWD/.deps/pkgconfig:${PKG_CONFIG_PATH:-}"

work=$PWD/.build/fuzz
seeds=$work/seeds
corpus=$work/corpus
mkdir -p "$seeds" "$corpus" "$work/found"

# Whole files of every kind, their sides odd so that rows are padded; libFuzzer cuts them, flips
# their bits and splices them.
make_seed() { # NAME FFMPEG-OPTIONS…
  local name=$1
  shift
  [ -e "$seeds/$name" ] \
    || ffmpeg -v error -y -f lavfi -i "testsrc=s=63x47:r=5:d=1" "$@" "$seeds/$name"
}
make_seed grey.jpg -frames:v 1 -pix_fmt gray
make_seed photo.jpg -frames:v 1 -pix_fmt yuvj420p
make_seed rgb.png -frames:v 1 -pix_fmt rgb24
make_seed deep.png -frames:v 1 -pix_fmt rgb48be
make_seed palette.png -frames:v 1 -pix_fmt pal8
make_seed deep.tiff -frames:v 1 -pix_fmt rgb48le
make_seed packed.tiff -frames:v 1 -compression_algo lzw
make_seed windows.bmp -frames:v 1
make_seed moving.gif
make_seed photo.webp -frames:v 1
make_seed lossless.webp -frames:v 1 -lossless 1
make_seed moving.webp -c:v libwebp_anim
make_seed still.avif -frames:v 1 -c:v libaom-av1 -still-picture 1 -cpu-used 8
make_seed deep.avif -frames:v 1 -c:v libaom-av1 -still-picture 1 -cpu-used 8 -pix_fmt yuv420p10le
if ! [ -e "$seeds/still.heic" ]; then
  heif-enc -q 40 -o "$seeds/still.heic" "$seeds/photo.jpg" > /dev/null
  heif-enc -q 40 -L -o "$seeds/lossless.heic" "$seeds/rgb.png" > /dev/null
fi
make_seed h264.mp4 -pix_fmt yuv420p -s 64x48 -movflags +faststart
make_seed turned.mov -c:v mjpeg -metadata:s:v rotate=90
make_seed fragments.mp4 -pix_fmt yuv444p -movflags frag_keyframe+empty_moov
make_seed mpeg4.avi -c:v mpeg4
make_seed raw.avi -c:v rawvideo -pix_fmt yuv420p
make_seed vp8.webm -c:v libvpx
make_seed vp9.mkv -c:v libvpx-vp9 -pix_fmt yuv444p
make_seed stream.ts -c:v mpeg2video -r 25
make_seed old.flv -c:v flv1
if ! [ -e "$seeds/changing.ts" ]; then # its size changes midway
  for size in 64x48 33x21; do
    ffmpeg -v error -f lavfi -i "testsrc=s=$size:r=5:d=1" -pix_fmt yuv444p -f mpegts -
  done > "$seeds/changing.ts"
fi
make_sound() { # NAME FFMPEG-OPTIONS…
  local name=$1
  shift
  [ -e "$seeds/$name" ] \
    || ffmpeg -v error -y -f lavfi -i "aevalsrc=0.5*sin(880*t)*sin(6*t):d=1.5" "$@" "$seeds/$name"
}
make_sound speech.wav -ar 16000
make_sound bytes.wav -ar 8000 -c:a pcm_u8
make_sound floats.wav -ar 16000 -ac 2 -c:a pcm_f32le
make_sound speech.flac -ar 16000
make_sound speech.ogg -c:a libopus
make_sound speech.aiff -ar 8000
python3 - > "$seeds/small.safetensors" << 'EOF'
import json, struct, sys
header = json.dumps({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                     "b": {"dtype": "F16", "shape": [1, 3], "data_offsets": [8, 14]}}).encode()
sys.stdout.buffer.write(struct.pack("<Q", len(header)) + header + bytes(range(14)))
EOF
photos=${PLAYFIELD_SHARED:-../shared}/data/dice
if [ -d "$photos" ]; then
  for set in "$photos"/*/; do # the smallest photograph of each photographer
    photo=$(ls -Sr "$set"images/* 2>/dev/null | sed -n 1p)
    [ -n "$photo" ] && cp -f "$photo" "$seeds/$(basename "$set").jpg"
  done
fi

PLAYFIELD_FUZZ=1 swift build --scratch-path "$work/build" --product FuzzMedia \
  --sanitize=address -Xswiftc -sanitize=fuzzer -Xcxx -fsanitize=fuzzer-no-link,undefined \
  -Xcxx -fno-sanitize-recover=undefined -Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld
program=$(find "$work/build" -path '*debug/FuzzMedia' -type f | sed -n 1p)

# What OpenCV prints about each damaged file is closed off; the sanitizers' reports are not.
# Leaks are left out: the libraries keep tables until the program ends.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
if (($#)); then exec "$program" "$@"; fi
"$program" -seed=1 -max_total_time="$seconds" -timeout=30 -rss_limit_mb=6000 \
  -malloc_limit_mb=1500 -close_fd_mask=2 -verbosity=0 \
  -max_len=200000 -print_final_stats=1 -artifact_prefix="$work/found/" "$corpus" "$seeds"
if ((seconds >= 600)); then echo "$sources" > "$fuzzed"; fi
