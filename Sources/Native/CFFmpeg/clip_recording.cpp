#include "clip_recording.h"

#include "film_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <new>

namespace {

/// Of times in packets, as in television.
constexpr int ticks = 90000;

int64_t inTicks(double seconds) { return std::llround(seconds * ticks); }

/// An MP4 that is written into memory.
struct Memory {
  AVFormatContext *format = nullptr;

  ~Memory() {
    if (!format) return;
    uint8_t *bytes = nullptr;
    take(bytes);
    av_free(bytes);
    avformat_free_context(format);
  }

  /// Hands out what was written, for `av_free`, and how much it is.
  int take(uint8_t *&bytes) {
    if (!format->pb) return 0;
    AVIOContext *const written = format->pb;
    format->pb = nullptr;
    return avio_close_dyn_buf(written, &bytes);
  }
};

bool isKey(const Owned<AVPacket> &packet) { return (packet->flags & AV_PKT_FLAG_KEY) != 0; }

} // namespace

struct cffmpeg_clip_recorder {
  FilmEncoder encoder;
  /// One a frame, in order: the encoder neither looks ahead nor back.
  std::deque<Owned<AVPacket>> packets;
  int width = 0, height = 0;
  int64_t kept = 0;
  /// What went wrong first: nothing is recorded after it.
  int failed = 0;

  int open(double frameRate);
  int append(const uint8_t *pixels, double time);
  int cut(double from, double to, uint8_t *&clip, size_t &count) const;

private:
  int keep(const AVPacket *packet);
};

int cffmpeg_clip_recorder::open(double frameRate) {
  // Nothing that waits for later frames, so that a packet comes with its frame ("force-cfr" changes no
  // time, but does without the next one's); one thread, for a frame takes a millisecond, and others
  // want theirs.
  return encoder.open(width, height, av_d2q(frameRate, 60000), {1, ticks}, 1, "23",
                      "keyint=60:scenecut=0:bframes=0:trellis=0:rc-lookahead=0:sync-lookahead=0"
                      ":force-cfr=1");
}

int cffmpeg_clip_recorder::keep(const AVPacket *packet) {
  Owned<AVPacket> copy(av_packet_clone(packet));
  if (!copy) return AVERROR(ENOMEM);
  packets.push_back(std::move(copy));
  // Whole groups leave: without its key frame a packet shows nothing.
  const auto isOld = [this](const Owned<AVPacket> &other) {
    return other->pts < packets.back()->pts - kept;
  };
  for (;;) {
    const auto next = std::find_if(packets.begin() + 1, packets.end(), isKey);
    if (next == packets.end() || !isOld(*next)) return 0;
    packets.erase(packets.begin(), next);
  }
}

int cffmpeg_clip_recorder::append(const uint8_t *pixels, double time) {
  return encoder.append(pixels, inTicks(time), [this](AVPacket *packet) { return keep(packet); });
}

int cffmpeg_clip_recorder::cut(double from, double to, uint8_t *&clip, size_t &count) const {
  auto first = std::find_if(packets.begin(), packets.end(), [&](const Owned<AVPacket> &packet) {
    return packet->pts >= inTicks(from);
  });
  const auto last = std::find_if(first, packets.end(), [&](const Owned<AVPacket> &packet) {
    return packet->pts > inTicks(to);
  });
  if (first == last) return 0;
  // What is before the first frame is there to decode it, and is not shown: an MP4 says so by an edit
  // list, which FFmpeg writes for what has a negative time.
  const int64_t start = (*first)->pts;
  while (first != packets.begin() && !isKey(*first)) --first;

  Memory memory;
  int code = avformat_alloc_output_context2(&memory.format, nullptr, "mp4", nullptr);
  if (code < 0) return code;
  AVStream *const stream = avformat_new_stream(memory.format, nullptr);
  if (!stream) return AVERROR(ENOMEM);
  stream->time_base = {1, ticks};
  stream->avg_frame_rate = encoder.codec->framerate;
  code = avcodec_parameters_from_context(stream->codecpar, encoder.codec.get());
  if (code < 0) return code;
  memory.format->avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED;
  if ((code = avio_open_dyn_buf(&memory.format->pb)) < 0) return code;
  if ((code = avformat_write_header(memory.format, nullptr)) < 0) return code;
  const int64_t usual = av_rescale_q(1, av_inv_q(encoder.codec->framerate), {1, ticks});
  for (auto it = first; it != last; ++it) {
    Owned<AVPacket> packet(av_packet_clone(it->get()));
    if (!packet) return AVERROR(ENOMEM);
    packet->pts -= start;
    packet->dts = packet->pts;
    packet->duration = it + 1 == last ? usual : (*(it + 1))->pts - (*it)->pts;
    packet->stream_index = stream->index;
    av_packet_rescale_ts(packet.get(), {1, ticks}, stream->time_base);
    if ((code = av_write_frame(memory.format, packet.get())) < 0) return code;
  }
  if ((code = av_write_trailer(memory.format)) < 0) return code;
  if ((code = memory.format->pb->error) < 0) return code;
  count = size_t(memory.take(clip));
  return clip ? 0 : AVERROR(ENOMEM);
}

cffmpeg_status cffmpeg_clip_recorder_open(int32_t width, int32_t height, double frame_rate,
                                          double seconds, cffmpeg_clip_recorder **recorder,
                                          char *error, size_t error_capacity) {
  quietFFmpeg();
  std::unique_ptr<cffmpeg_clip_recorder> opened(new (std::nothrow) cffmpeg_clip_recorder);
  if (!opened) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->width = width;
  opened->height = height;
  opened->kept = inTicks(seconds);
  const int code = opened->open(frame_rate);
  if (code < 0) return failure(error, error_capacity, code);
  *recorder = opened.release();
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_clip_recorder_append(cffmpeg_clip_recorder *recorder, const uint8_t *rgb,
                                            size_t count, double time, char *error,
                                            size_t error_capacity) {
  if (count != size_t(recorder->width) * size_t(recorder->height) * 3)
    return failure(error, error_capacity, "the frame has another size than the film");
  if (recorder->failed == 0) recorder->failed = recorder->append(rgb, time);
  return recorder->failed < 0 ? failure(error, error_capacity, recorder->failed) : CFFMPEG_OK;
}

cffmpeg_status cffmpeg_clip_recorder_cut(const cffmpeg_clip_recorder *recorder, double from,
                                         double to, uint8_t **clip, size_t *count, char *error,
                                         size_t error_capacity) {
  *clip = nullptr;
  *count = 0;
  const int code = recorder->cut(from, to, *clip, *count);
  if (code < 0) return failure(error, error_capacity, code);
  return *clip ? CFFMPEG_OK : CFFMPEG_END;
}

void cffmpeg_clip_recorder_close(cffmpeg_clip_recorder *recorder) { delete recorder; }

void cffmpeg_free(uint8_t *bytes) { av_free(bytes); }
