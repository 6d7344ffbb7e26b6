#pragma once

#include "cffmpeg_status.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#include <cstdio>
#include <memory>

/// Frees what FFmpeg allocated, each kind in its own way.
struct Release {
  void operator()(AVFrame *frame) const { av_frame_free(&frame); }
  void operator()(AVPacket *packet) const { av_packet_free(&packet); }
  void operator()(AVCodecContext *codec) const { avcodec_free_context(&codec); }
  void operator()(SwsContext *scaler) const { sws_freeContext(scaler); }
  void operator()(uint8_t *bytes) const { av_free(bytes); }
  void operator()(char *text) const { av_free(text); }
};
template <typename Kind> using Owned = std::unique_ptr<Kind, Release>;

inline cffmpeg_status failure(char *error, size_t error_capacity, const char *reason) {
  std::snprintf(error, error_capacity, "%s", reason);
  return CFFMPEG_FAILURE;
}

/// A failure whose reason is one of FFmpeg's numbers, or the system's negated.
inline cffmpeg_status failure(char *error, size_t error_capacity, int code) {
  char reason[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(code, reason, sizeof reason);
  return failure(error, error_capacity, reason);
}

/// 3 bytes a pixel, with room around them: libswscale's fast paths read and write some bytes beyond
/// a row's last pixel, so they never get a buffer of the caller's.
class PaddedRGB {
public:
  bool allocate(int width, int height) {
    rowBytes = (width * 3 + 63) / 64 * 64 + 64;
    bytes.reset(static_cast<uint8_t *>(av_mallocz(size_t(rowBytes) * (size_t(height) + 2))));
    return bytes != nullptr;
  }
  uint8_t *row(int y) const { return bytes.get() + size_t(y) * size_t(rowBytes); }
  int stride() const { return rowBytes; }

private:
  Owned<uint8_t> bytes;
  int rowBytes = 0;
};

/// The prefix keeps a name such as "concat:a" from being taken for a protocol.
inline Owned<char> fileURL(const char *path) { return Owned<char>(av_asprintf("file:%s", path)); }

/// Keeps FFmpeg from writing to standard error: what fails is reported by the caller.
inline void quietFFmpeg() { av_log_set_level(AV_LOG_QUIET); }
