#include "audio_reading.h"

#include "ffmpeg.hpp"

extern "C" {
#include <libavutil/channel_layout.h>
#include <libswresample/swresample.h>
}

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

namespace {

/// Containers of sounds, and films, which have some. A playlist is a file too, and is none of them.
constexpr char containers[] = "wav,w64,aiff,au,flac,mp3,aac,ogg,amr,caf,mov,matroska,avi,mpegts,asf";

/// Calls in a row that bring neither packet nor frame, after which a file is at its end.
constexpr int patience = 100;

/// More channels are no microphone's.
constexpr int channelLimit = 64;

/// Two channels cancel where their mean has less than this share of the louder one's power.
constexpr double cancelled = 0.05;
/// What is left of the powers after a second.
constexpr double memory = 0.1;

struct ReleaseSound {
  void operator()(AVFormatContext *format) const { avformat_close_input(&format); }
  void operator()(SwrContext *resampler) const { swr_free(&resampler); }
};

} // namespace

struct cffmpeg_audio {
  std::unique_ptr<AVFormatContext, ReleaseSound> format;
  AVStream *stream = nullptr;
  Owned<AVCodecContext> decoder;
  Owned<AVPacket> packet{av_packet_alloc()};
  Owned<AVFrame> frame{av_frame_alloc()};
  std::unique_ptr<SwrContext, ReleaseSound> resampler;
  int rate = 0;
  /// Of the frames that the resampler takes.
  int sourceRate = 0, sourceFormat = AV_SAMPLE_FMT_NONE, sourceChannels = 0;
  /// Of two channels: the powers of the left one, the right one and their mean, of late.
  double powers[3] = {};
  /// Samples that wait to be read: so many from `next` on.
  Owned<uint8_t> samples;
  int next = 0, waiting = 0;
  bool isDraining = false, hasEnded = false;

  cffmpeg_status open(const char *url, char *error, size_t capacity);
  /// Decodes until there is a frame: 0, or one of FFmpeg's error numbers.
  int decode();
  /// Makes samples of the decoded frame: 0, or one of FFmpeg's error numbers.
  int resample();
  /// Makes samples of a frame's, or without one of what the resampler still keeps.
  int convert(const AVFrame *source);
  /// Makes one channel of two, both of `count` samples: their mean, or the louder one where they cancel.
  void mix(float *left, const float *right, int count);
};

cffmpeg_status cffmpeg_audio::open(const char *url, char *error, size_t capacity) {
  if (!packet || !frame) return failure(error, capacity, AVERROR(ENOMEM));
  AVFormatContext *opened = nullptr;
  AVDictionary *options = nullptr;
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  av_dict_set(&options, "format_whitelist", containers, 0);
  int code = avformat_open_input(&opened, url, nullptr, &options);
  av_dict_free(&options);
  if (code == AVERROR_INVALIDDATA) return CFFMPEG_END; // none of the containers
  if (code < 0) return failure(error, capacity, code);
  format.reset(opened);
  code = avformat_find_stream_info(format.get(), nullptr);
  if (code < 0) return failure(error, capacity, code);

  const AVCodec *codec = nullptr;
  const int index = av_find_best_stream(format.get(), AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
  if (index == AVERROR_DECODER_NOT_FOUND)
    return failure(error, capacity, "there is no decoder for its sound");
  if (index < 0) return CFFMPEG_END;
  stream = format->streams[index];
  for (unsigned other = 0; other < format->nb_streams; ++other)
    if (int(other) != index) format->streams[other]->discard = AVDISCARD_ALL;

  decoder.reset(avcodec_alloc_context3(codec));
  if (!decoder) return failure(error, capacity, AVERROR(ENOMEM));
  code = avcodec_parameters_to_context(decoder.get(), stream->codecpar);
  if (code < 0) return failure(error, capacity, code);
  decoder->pkt_timebase = stream->time_base;
  decoder->thread_count = 1;
  code = avcodec_open2(decoder.get(), codec, nullptr);
  if (code < 0) return failure(error, capacity, code);
  return CFFMPEG_OK;
}

int cffmpeg_audio::decode() {
  for (int idle = 0; idle < patience; ++idle) {
    int code = avcodec_receive_frame(decoder.get(), frame.get());
    if (code == 0 || code == AVERROR_EOF || code == AVERROR(ENOMEM)) return code;
    if (isDraining) continue;
    av_packet_unref(packet.get());
    code = av_read_frame(format.get(), packet.get());
    if (code == AVERROR_EOF) {
      isDraining = true;
      avcodec_send_packet(decoder.get(), nullptr);
      continue;
    }
    if (code == AVERROR(ENOMEM)) return code;
    // Demuxers name much that is damaged an I/O error; the disk's own are reported here only.
    const int diskError = format->pb ? format->pb->error : 0;
    if (diskError < 0 && diskError != AVERROR_EOF) return diskError;
    if (code < 0 || packet->stream_index != stream->index) continue;
    idle = -1;
    avcodec_send_packet(decoder.get(), packet.get()); // what is damaged brings no frame
  }
  return AVERROR_EOF;
}

int cffmpeg_audio::resample() {
  const int channels = frame->ch_layout.nb_channels;
  if (frame->nb_samples <= 0 || frame->sample_rate <= 0 || channels <= 0 || channels > channelLimit)
    return AVERROR_INVALIDDATA;
  if (!resampler || frame->sample_rate != sourceRate || frame->format != sourceFormat ||
      channels != sourceChannels) {
    AVChannelLayout mono = AV_CHANNEL_LAYOUT_MONO, stereo = AV_CHANNEL_LAYOUT_STEREO;
    // A layout that nobody names is taken for the usual one of so many channels.
    AVChannelLayout layout = {};
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
      av_channel_layout_default(&layout, channels);
    else if (av_channel_layout_copy(&layout, &frame->ch_layout) < 0)
      return AVERROR(ENOMEM);
    SwrContext *made = nullptr;
    int code = swr_alloc_set_opts2(&made, channels == 2 ? &stereo : &mono, AV_SAMPLE_FMT_FLTP, rate,
                                   &layout, AVSampleFormat(frame->format), frame->sample_rate, 0,
                                   nullptr);
    av_channel_layout_uninit(&layout);
    resampler.reset(made);
    if (code >= 0) code = swr_init(resampler.get());
    if (code < 0) {
      resampler.reset();
      return code;
    }
    sourceRate = frame->sample_rate;
    sourceFormat = frame->format;
    sourceChannels = channels;
  }
  return convert(frame.get());
}

int cffmpeg_audio::convert(const AVFrame *source) {
  const int count = source ? source->nb_samples : 0;
  const int room = swr_get_out_samples(resampler.get(), count);
  if (room <= 0) return room;
  samples.reset(static_cast<uint8_t *>(av_malloc(2 * size_t(room) * sizeof(float))));
  if (!samples) return AVERROR(ENOMEM);
  float *left = reinterpret_cast<float *>(samples.get()), *right = left + room;
  uint8_t *target[2] = {samples.get(), reinterpret_cast<uint8_t *>(right)};
  const int made = swr_convert(
      resampler.get(), target, room,
      source ? const_cast<const uint8_t **>(source->extended_data) : nullptr, count);
  next = 0;
  waiting = made > 0 ? made : 0;
  if (sourceChannels == 2) mix(left, right, waiting);
  return made < 0 ? made : 0;
}

void cffmpeg_audio::mix(float *left, const float *right, int count) {
  const double kept = std::pow(memory, double(count) / rate);
  for (double &power : powers) power *= kept;
  for (int index = 0; index < count; ++index) {
    const double l = left[index], r = right[index], mean = (l + r) / 2;
    if (!std::isfinite(mean)) continue; // Files of floats may hold any.
    powers[0] += l * l;
    powers[1] += r * r;
    powers[2] += mean * mean;
  }
  if (powers[2] >= cancelled * std::max(powers[0], powers[1])) {
    for (int index = 0; index < count; ++index) left[index] = (left[index] + right[index]) / 2;
  } else if (powers[1] > powers[0]) {
    std::copy(right, right + count, left);
  }
}

cffmpeg_status cffmpeg_audio_open(const char *path, int32_t rate, cffmpeg_audio **audio, char *error,
                                  size_t error_capacity) {
  quietFFmpeg();
  std::unique_ptr<cffmpeg_audio> opened(new (std::nothrow) cffmpeg_audio);
  if (!opened) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->rate = rate;
  const Owned<char> url = fileURL(path);
  if (!url) return failure(error, error_capacity, AVERROR(ENOMEM));
  const cffmpeg_status status = opened->open(url.get(), error, error_capacity);
  if (status == CFFMPEG_OK) *audio = opened.release();
  return status;
}

cffmpeg_status cffmpeg_audio_read(cffmpeg_audio *audio, float *samples, size_t capacity,
                                  size_t *count, char *error, size_t error_capacity) {
  while (audio->waiting == 0) {
    if (audio->hasEnded) return CFFMPEG_END;
    int code = audio->decode();
    if (code == 0) {
      code = audio->resample();
      if (code == AVERROR(ENOMEM)) return failure(error, error_capacity, code);
    } else if (code == AVERROR_EOF) {
      audio->hasEnded = true;
      if (audio->resampler) audio->convert(nullptr);
    } else {
      return failure(error, error_capacity, code);
    }
  }
  *count = std::min(capacity, size_t(audio->waiting));
  std::memcpy(samples, audio->samples.get() + size_t(audio->next) * sizeof(float),
              *count * sizeof(float));
  audio->next += int(*count);
  audio->waiting -= int(*count);
  return CFFMPEG_OK;
}

void cffmpeg_audio_close(cffmpeg_audio *audio) { delete audio; }
