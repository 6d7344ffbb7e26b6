#include "video_writing.h"

#include "film_encoder.hpp"

#include <new>

namespace {

struct ReleaseOutput {
  void operator()(AVFormatContext *format) const {
    avio_closep(&format->pb);
    avformat_free_context(format);
  }
};

} // namespace

struct cffmpeg_video_writer {
  std::unique_ptr<AVFormatContext, ReleaseOutput> format;
  AVStream *stream = nullptr;
  FilmEncoder encoder;
  int width = 0, height = 0;
  int64_t frameCount = 0;
  /// What went wrong first: nothing is written after it.
  int failed = 0;

  int open(const char *url, double frameRate);
  int append(const uint8_t *pixels);
  int finish();

private:
  int write(AVPacket *packet);
};

int cffmpeg_video_writer::open(const char *url, double frameRate) {
  AVFormatContext *made = nullptr;
  int code = avformat_alloc_output_context2(&made, nullptr, "mp4", url);
  if (code < 0) return code;
  format.reset(made);
  // 60000 is enough for television's 24000/1001, 30000/1001 and 60000/1001.
  const AVRational rate = av_d2q(frameRate, 60000);
  // Each thread and each frame of look-ahead holds frames, some 5 MB each at 720p.
  code = encoder.open(width, height, rate, av_inv_q(rate), 2, "20",
                      "rc-lookahead=8:sync-lookahead=0");
  if (code < 0) return code;
  stream = avformat_new_stream(format.get(), nullptr);
  if (!stream) return AVERROR(ENOMEM);
  stream->time_base = encoder.codec->time_base;
  stream->avg_frame_rate = encoder.codec->framerate;
  code = avcodec_parameters_from_context(stream->codecpar, encoder.codec.get());
  if (code < 0) return code;
  if ((code = avio_open(&format->pb, url, AVIO_FLAG_WRITE)) < 0) return code;
  AVDictionary *options = nullptr;
  av_dict_set(&options, "movflags", "+faststart", 0);
  code = avformat_write_header(format.get(), &options);
  av_dict_free(&options);
  return code < 0 ? code : format->pb->error;
}

int cffmpeg_video_writer::write(AVPacket *packet) {
  packet->duration = 1;
  av_packet_rescale_ts(packet, encoder.codec->time_base, stream->time_base);
  packet->stream_index = stream->index;
  const int code = av_write_frame(format.get(), packet); // one stream: nothing to interleave
  return code < 0 ? code : format->pb->error;            // a full disk is reported there only
}

int cffmpeg_video_writer::append(const uint8_t *pixels) {
  return encoder.append(pixels, frameCount++, [this](AVPacket *packet) { return write(packet); });
}

int cffmpeg_video_writer::finish() {
  int code = encoder.finish([this](AVPacket *packet) { return write(packet); });
  if (code < 0) return code;
  if ((code = av_write_trailer(format.get())) < 0) return code;
  avio_flush(format->pb);
  if (format->pb->error < 0) return format->pb->error;
  return avio_closep(&format->pb);
}

cffmpeg_status cffmpeg_video_writer_open(const char *path, int32_t width, int32_t height,
                                         double frame_rate, cffmpeg_video_writer **writer,
                                         char *error, size_t error_capacity) {
  quietFFmpeg();
  std::unique_ptr<cffmpeg_video_writer> opened(new (std::nothrow) cffmpeg_video_writer);
  if (!opened) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->width = width;
  opened->height = height;
  const Owned<char> url = fileURL(path);
  if (!url) return failure(error, error_capacity, AVERROR(ENOMEM));
  const int code = opened->open(url.get(), frame_rate);
  if (code < 0) return failure(error, error_capacity, code);
  *writer = opened.release();
  return CFFMPEG_OK;
}

cffmpeg_status cffmpeg_video_writer_append(cffmpeg_video_writer *writer, const uint8_t *rgb,
                                           size_t count, char *error, size_t error_capacity) {
  if (count != size_t(writer->width) * size_t(writer->height) * 3)
    return failure(error, error_capacity, "the frame has another size than the video");
  if (writer->failed == 0) writer->failed = writer->append(rgb);
  return writer->failed < 0 ? failure(error, error_capacity, writer->failed) : CFFMPEG_OK;
}

cffmpeg_status cffmpeg_video_writer_finish(cffmpeg_video_writer *writer, char *error,
                                           size_t error_capacity) {
  if (writer->failed == 0) writer->failed = writer->finish();
  return writer->failed < 0 ? failure(error, error_capacity, writer->failed) : CFFMPEG_OK;
}

void cffmpeg_video_writer_close(cffmpeg_video_writer *writer) { delete writer; }
