#pragma once

#include "ffmpeg.hpp"

#include <cstring>

/// Makes packets of H.264 in yuv420p out of RGB frames. That format halves the colour planes, so an odd
/// side is made even by doubling its last row or column.
class FilmEncoder {
public:
  Owned<AVCodecContext> codec;

  /// Answers FFmpeg's number, below 0 when it failed. `options` are libx264's own.
  int open(int width, int height, AVRational frameRate, AVRational timeBase, int threads,
           const char *quality, const char *options) {
    this->width = width;
    this->height = height;
    const int code = openCodec(frameRate, timeBase, threads, quality, options);
    return code < 0 ? code : openScaler();
  }

  /// Gives a frame to the encoder, and each packet that is ready to `take`, which answers FFmpeg's number.
  template <typename Take> int append(const uint8_t *pixels, int64_t time, const Take &take) {
    const size_t rowBytes = size_t(width) * 3;
    for (int y = 0; y < codec->height; ++y) {
      uint8_t *row = rgb.row(y);
      std::memcpy(row, pixels + size_t(y < height ? y : height - 1) * rowBytes, rowBytes);
      if (codec->width > width) std::memcpy(row + rowBytes, row + rowBytes - 3, 3);
    }
    const int code = av_frame_make_writable(frame.get());
    if (code < 0) return code;
    const uint8_t *const planes[4] = {rgb.row(0), nullptr, nullptr, nullptr};
    const int strides[4] = {rgb.stride(), 0, 0, 0};
    sws_scale(scaler.get(), planes, strides, 0, frame->height, frame->data, frame->linesize);
    frame->pts = time;
    return encode(frame.get(), take);
  }

  /// Gives what is left to `take`.
  template <typename Take> int finish(const Take &take) { return encode(nullptr, take); }

private:
  Owned<AVPacket> packet{av_packet_alloc()};
  Owned<AVFrame> frame{av_frame_alloc()};
  Owned<SwsContext> scaler;
  /// Of even sides.
  PaddedRGB rgb;
  int width = 0, height = 0;

  int openCodec(AVRational frameRate, AVRational timeBase, int threads, const char *quality,
                const char *options) {
    const AVCodec *x264 = avcodec_find_encoder_by_name("libx264");
    if (!x264) return AVERROR_ENCODER_NOT_FOUND;
    codec.reset(avcodec_alloc_context3(x264));
    if (!codec) return AVERROR(ENOMEM);
    if (frameRate.num <= 0 || frameRate.den <= 0) return AVERROR(EINVAL);
    codec->width = width + width % 2;
    codec->height = height + height % 2;
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->framerate = frameRate;
    codec->time_base = timeBase;
    codec->color_range = AVCOL_RANGE_MPEG;
    codec->colorspace = AVCOL_SPC_BT709;
    codec->color_primaries = AVCOL_PRI_BT709;
    codec->color_trc = AVCOL_TRC_BT709;
    codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    codec->thread_count = threads;
    AVDictionary *settings = nullptr;
    av_dict_set(&settings, "preset", "veryfast", 0);
    av_dict_set(&settings, "crf", quality, 0);
    av_dict_set(&settings, "x264-params", options, 0);
    const int code = avcodec_open2(codec.get(), x264, &settings);
    av_dict_free(&settings);
    return code;
  }

  int openScaler() {
    if (!packet || !frame || !rgb.allocate(codec->width, codec->height)) return AVERROR(ENOMEM);
    frame->width = codec->width;
    frame->height = codec->height;
    frame->format = codec->pix_fmt;
    const int code = av_frame_get_buffer(frame.get(), 0);
    if (code < 0) return code;
    scaler.reset(sws_getContext(frame->width, frame->height, AV_PIX_FMT_RGB24, frame->width,
                                frame->height, codec->pix_fmt, SWS_BICUBIC, nullptr, nullptr,
                                nullptr));
    if (!scaler) return AVERROR(EINVAL);
    constexpr int one = 1 << 16;
    sws_setColorspaceDetails(scaler.get(), sws_getCoefficients(SWS_CS_DEFAULT), 1,
                             sws_getCoefficients(SWS_CS_ITU709), 0, 0, one, one);
    return 0;
  }

  template <typename Take> int encode(const AVFrame *picture, const Take &take) {
    int code = avcodec_send_frame(codec.get(), picture);
    if (code < 0) return code;
    for (;;) {
      code = avcodec_receive_packet(codec.get(), packet.get());
      if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return 0;
      if (code < 0) return code;
      code = take(packet.get());
      av_packet_unref(packet.get());
      if (code < 0) return code;
    }
  }
};
