#include "video_writing.h"

#include "ffmpeg.hpp"

#include <cstring>
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
  Owned<AVCodecContext> encoder;
  Owned<AVPacket> packet{av_packet_alloc()};
  Owned<AVFrame> frame{av_frame_alloc()};
  Owned<SwsContext> scaler;
  /// Of even sides.
  PaddedRGB rgb;
  int width = 0, height = 0;
  int64_t frameCount = 0;
  /// What went wrong first: nothing is written after it.
  int failed = 0;

  int open(const char *url, double frameRate);
  int append(const uint8_t *pixels);
  int finish();

private:
  int openEncoder(double frameRate);
  int openScaler();
  /// Gives a frame, or with nullptr the end, to the encoder and writes what comes out.
  int encode(const AVFrame *picture);
};

int cffmpeg_video_writer::openEncoder(double frameRate) {
  const AVCodec *codec = avcodec_find_encoder_by_name("libx264");
  if (!codec) return AVERROR_ENCODER_NOT_FOUND;
  encoder.reset(avcodec_alloc_context3(codec));
  if (!encoder) return AVERROR(ENOMEM);
  // 60000 is enough for television's 24000/1001, 30000/1001 and 60000/1001.
  const AVRational rate = av_d2q(frameRate, 60000);
  if (rate.num <= 0 || rate.den <= 0) return AVERROR(EINVAL);
  encoder->width = width + width % 2;
  encoder->height = height + height % 2;
  encoder->pix_fmt = AV_PIX_FMT_YUV420P;
  encoder->framerate = rate;
  encoder->time_base = av_inv_q(rate);
  encoder->color_range = AVCOL_RANGE_MPEG;
  encoder->colorspace = AVCOL_SPC_BT709;
  encoder->color_primaries = AVCOL_PRI_BT709;
  encoder->color_trc = AVCOL_TRC_BT709;
  encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  // Each thread and each frame of look-ahead holds frames, some 5 MB each at 720p.
  encoder->thread_count = 2;
  AVDictionary *options = nullptr;
  av_dict_set(&options, "preset", "veryfast", 0);
  av_dict_set(&options, "crf", "20", 0);
  av_dict_set(&options, "x264-params", "rc-lookahead=8:sync-lookahead=0", 0);
  const int code = avcodec_open2(encoder.get(), codec, &options);
  av_dict_free(&options);
  return code;
}

int cffmpeg_video_writer::openScaler() {
  if (!packet || !frame || !rgb.allocate(encoder->width, encoder->height)) return AVERROR(ENOMEM);
  frame->width = encoder->width;
  frame->height = encoder->height;
  frame->format = encoder->pix_fmt;
  const int code = av_frame_get_buffer(frame.get(), 0);
  if (code < 0) return code;
  scaler.reset(sws_getContext(frame->width, frame->height, AV_PIX_FMT_RGB24, frame->width,
                              frame->height, encoder->pix_fmt, SWS_BICUBIC, nullptr, nullptr,
                              nullptr));
  if (!scaler) return AVERROR(EINVAL);
  constexpr int one = 1 << 16;
  sws_setColorspaceDetails(scaler.get(), sws_getCoefficients(SWS_CS_DEFAULT), 1,
                           sws_getCoefficients(SWS_CS_ITU709), 0, 0, one, one);
  return 0;
}

int cffmpeg_video_writer::open(const char *url, double frameRate) {
  AVFormatContext *made = nullptr;
  int code = avformat_alloc_output_context2(&made, nullptr, "mp4", url);
  if (code < 0) return code;
  format.reset(made);
  if ((code = openEncoder(frameRate)) < 0) return code;
  if ((code = openScaler()) < 0) return code;
  stream = avformat_new_stream(format.get(), nullptr);
  if (!stream) return AVERROR(ENOMEM);
  stream->time_base = encoder->time_base;
  stream->avg_frame_rate = encoder->framerate;
  if ((code = avcodec_parameters_from_context(stream->codecpar, encoder.get())) < 0) return code;
  if ((code = avio_open(&format->pb, url, AVIO_FLAG_WRITE)) < 0) return code;
  AVDictionary *options = nullptr;
  av_dict_set(&options, "movflags", "+faststart", 0);
  code = avformat_write_header(format.get(), &options);
  av_dict_free(&options);
  return code < 0 ? code : format->pb->error;
}

int cffmpeg_video_writer::encode(const AVFrame *picture) {
  int code = avcodec_send_frame(encoder.get(), picture);
  if (code < 0) return code;
  for (;;) {
    code = avcodec_receive_packet(encoder.get(), packet.get());
    if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return 0;
    if (code < 0) return code;
    packet->duration = 1;
    av_packet_rescale_ts(packet.get(), encoder->time_base, stream->time_base);
    packet->stream_index = stream->index;
    code = av_write_frame(format.get(), packet.get()); // one stream: nothing to interleave
    av_packet_unref(packet.get());
    if (code < 0) return code;
    if (format->pb->error < 0) return format->pb->error; // a full disk is told here only
  }
}

int cffmpeg_video_writer::append(const uint8_t *pixels) {
  const size_t rowBytes = size_t(width) * 3;
  for (int y = 0; y < encoder->height; ++y) {
    uint8_t *row = rgb.row(y);
    std::memcpy(row, pixels + size_t(y < height ? y : height - 1) * rowBytes, rowBytes);
    if (encoder->width > width) std::memcpy(row + rowBytes, row + rowBytes - 3, 3);
  }
  const int code = av_frame_make_writable(frame.get());
  if (code < 0) return code;
  const uint8_t *const planes[4] = {rgb.row(0), nullptr, nullptr, nullptr};
  const int strides[4] = {rgb.stride(), 0, 0, 0};
  sws_scale(scaler.get(), planes, strides, 0, frame->height, frame->data, frame->linesize);
  frame->pts = frameCount++;
  return encode(frame.get());
}

int cffmpeg_video_writer::finish() {
  int code = encode(nullptr);
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
