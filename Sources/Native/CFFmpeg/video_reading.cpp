#include "video_reading.h"

#include "ffmpeg.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <new>
#include <utility>
#include <vector>

namespace {

/// The containers that `VideoContainer` knows. A playlist is a file too, and is none of them.
constexpr char containers[] =
    "mov,matroska,avi,mpegts,mpeg,mpegvideo,h264,hevc,flv,ogg,asf,gif,yuv4mpegpipe";

/// Calls in a row that bring neither packet nor frame, after which a file is at its end.
constexpr int patience = 100;

/// By how many frames the first sign of damage may come late: frames are decoded in another order than they are shown.
constexpr size_t reordering = 4;

/// An index says when key frames are decoded, which is at least so many seconds before they are shown.
constexpr double leastReordering = 0.5;

/// Bytes in memory, read like a file.
struct Bytes {
  const uint8_t *start = nullptr;
  int64_t count = 0;
  int64_t position = 0;

  static int read(void *opaque, uint8_t *buffer, int size) {
    auto *bytes = static_cast<Bytes *>(opaque);
    const int64_t length = std::min<int64_t>(size, bytes->count - bytes->position);
    if (length <= 0) return AVERROR_EOF;
    std::memcpy(buffer, bytes->start + bytes->position, size_t(length));
    bytes->position += length;
    return int(length);
  }

  static int64_t seek(void *opaque, int64_t offset, int whence) {
    auto *bytes = static_cast<Bytes *>(opaque);
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return bytes->count;
    case SEEK_SET: break;
    case SEEK_CUR: offset += bytes->position; break;
    case SEEK_END: offset += bytes->count; break;
    default: return AVERROR(EINVAL);
    }
    if (offset < 0) return AVERROR(EINVAL);
    return bytes->position = std::min(offset, bytes->count);
  }
};

struct ReleaseInput {
  void operator()(AVFormatContext *format) const { avformat_close_input(&format); }
  void operator()(AVIOContext *io) const {
    av_freep(&io->buffer);
    avio_context_free(&io);
  }
};

/// What a scaler is made for: how a frame's samples lie, and what they mean.
struct Source {
  int width = 0, height = 0;
  AVPixelFormat format = AV_PIX_FMT_NONE;
  int matrix = SWS_CS_DEFAULT;
  bool isFullRange = false;

  bool operator==(const Source &other) const {
    return width == other.width && height == other.height && format == other.format &&
           matrix == other.matrix && isFullRange == other.isFullRange;
  }
};

/// The formats with a J are those without it in full range, and libswscale deprecates them.
AVPixelFormat withoutRange(AVPixelFormat format, bool &isFullRange) {
  switch (format) {
  case AV_PIX_FMT_YUVJ420P: isFullRange = true; return AV_PIX_FMT_YUV420P;
  case AV_PIX_FMT_YUVJ422P: isFullRange = true; return AV_PIX_FMT_YUV422P;
  case AV_PIX_FMT_YUVJ444P: isFullRange = true; return AV_PIX_FMT_YUV444P;
  case AV_PIX_FMT_YUVJ440P: isFullRange = true; return AV_PIX_FMT_YUV440P;
  case AV_PIX_FMT_YUVJ411P: isFullRange = true; return AV_PIX_FMT_YUV411P;
  default: return format;
  }
}

/// The stream's matrix; where it names none BT.709 for HD and BT.601 below, as players do.
int matrix(const AVFrame &frame) {
  switch (frame.colorspace) {
  case AVCOL_SPC_BT709: return SWS_CS_ITU709;
  case AVCOL_SPC_FCC: return SWS_CS_FCC;
  case AVCOL_SPC_BT470BG:
  case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
  case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
  case AVCOL_SPC_BT2020_NCL:
  case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
  default: {
    const auto sides = std::minmax(frame.width, frame.height); // a telephone's clip may stand
    return sides.first > 576 || sides.second >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601;
  }
  }
}

/// Whether a format's samples are red, green and blue, or numbers of such colours.
bool isColors(AVPixelFormat format) {
  const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(format);
  return descriptor && (descriptor->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

/// Whether a frame shows two moments, each in every second line. Those with an odd number of lines of colour are read whole.
bool isInterlaced(const AVFrame &frame) {
  return frame.interlaced_frame != 0 && frame.height % 4 == 0;
}

Source source(const AVFrame &frame) {
  Source source;
  source.width = frame.width;
  source.height = isInterlaced(frame) ? frame.height / 2 : frame.height;
  source.isFullRange = frame.color_range == AVCOL_RANGE_JPEG;
  source.format = withoutRange(AVPixelFormat(frame.format), source.isFullRange);
  source.matrix = matrix(frame);
  return source;
}

/// The rows of a frame that are read, plane by plane: all of them, or those of the first of two moments.
struct Rows {
  const uint8_t *starts[4] = {};
  int strides[4] = {};

  explicit Rows(const AVFrame &frame) {
    const bool halves = isInterlaced(frame), isSecondLine = halves && !frame.top_field_first;
    for (int plane = 0; plane < 4 && frame.data[plane]; ++plane) {
      starts[plane] = frame.data[plane] + (isSecondLine ? frame.linesize[plane] : 0);
      strides[plane] = frame.linesize[plane] * (halves ? 2 : 1);
    }
  }
};

/// Brings frames to another size or format.
class Scaler {
public:
  void forget() { context.reset(); }

  /// Converts a frame into `planes` of `format` and this size: 0, or one of FFmpeg's error numbers. Luma and colour
  /// differences keep their matrix and range; those that are made of colours get the matrix of the frame's size.
  int convert(const AVFrame &frame, AVPixelFormat format, int width, int height, uint8_t *const planes[],
              const int strides[]) {
    const Source wanted = source(frame);
    if (!context || !(wanted == made)) {
      const bool reduces = wanted.width > width || wanted.height > height;
      context.reset(sws_getContext(wanted.width, wanted.height, wanted.format, width, height, format,
                                   reduces ? SWS_AREA : SWS_BICUBIC, nullptr, nullptr, nullptr));
      if (!context) return AVERROR(ENOSYS);
      constexpr int one = 1 << 16;
      const bool isRGB = format == AV_PIX_FMT_RGB24;
      const int *meant = sws_getCoefficients(wanted.matrix);
      sws_setColorspaceDetails(context.get(), meant, wanted.isFullRange,
                               isRGB ? sws_getCoefficients(SWS_CS_DEFAULT) : meant,
                               isRGB || (wanted.isFullRange && !isColors(wanted.format)), 0, one,
                               one);
      made = wanted;
    }
    const Rows from(frame);
    const int rows =
        sws_scale(context.get(), from.starts, from.strides, 0, wanted.height, planes, strides);
    return rows == height ? 0 : AVERROR_INVALIDDATA;
  }

private:
  Owned<SwsContext> context;
  Source made;
};

/// EXIF's number for the turn in a display matrix `a b u / c d v / x y w`, by which a stored place
/// (p, q) is shown at (a p + c q, b p + d q).
int32_t orientation(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  int32_t matrix[9];
  if (!data || size < sizeof matrix) return 1;
  std::memcpy(matrix, data, sizeof matrix);
  const int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  if (std::abs(a) + std::abs(d) >= std::abs(b) + std::abs(c)) {
    if (a >= 0) return d >= 0 ? 1 : 4;
    return d >= 0 ? 2 : 3;
  }
  if (b >= 0) return c >= 0 ? 5 : 6;
  return c >= 0 ? 8 : 7;
}

/// A frame that is decoded, and when it is shown.
struct Decoded {
  Owned<AVFrame> frame;
  double time;
};

/// Where a film is damaged: from the first sign of it to the next key frame, up to which it spreads.
class Damage {
public:
  struct Span {
    double from, to;
  };

  bool isOpen() const { return isSpoiled; }
  const std::vector<Span> &spans() const { return closed; }

  /// Takes in a sign of it, seen in a packet; they are counted.
  void sign(int64_t packet) {
    isSigned = true;
    last = std::max(last, packet);
  }
  /// Whether there was a sign since the last call.
  bool hadSign() { return std::exchange(isSigned, false); }

  void open(double from) {
    if (!isSpoiled) begin = from;
    isSpoiled = true;
  }
  /// Whether a frame ends it: a key frame of a packet after the last sign.
  bool isEnded(const AVFrame &frame) const { return frame.key_frame && frame.reordered_opaque > last; }
  void close(double to) {
    if (isSpoiled) closed.push_back({begin, std::max(begin, to)});
    isSpoiled = false;
  }
  /// Ends it where the film is read on from elsewhere.
  void leave(double at) {
    close(at);
    isSigned = false;
  }

private:
  std::vector<Span> closed;
  bool isSigned = false, isSpoiled = false;
  double begin = 0;
  int64_t last = -1;
};

/// Whether the decoder says that a frame is not as it was encoded.
bool isFlagged(const AVFrame &frame) {
  return frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0;
}

} // namespace

struct cffmpeg_video {
  Bytes bytes;
  std::unique_ptr<AVIOContext, ReleaseInput> io;
  std::unique_ptr<AVFormatContext, ReleaseInput> format;
  AVStream *stream = nullptr;
  Owned<AVCodecContext> decoder;
  Owned<AVPacket> packet{av_packet_alloc()};
  /// The one that is read.
  Owned<AVFrame> frame{av_frame_alloc()};
  /// Those that are decoded already, for a sign of damage in the next ones counts for these as well.
  std::deque<Decoded> ahead;
  Damage damage;
  /// Frames that were left out, for damage, since the last one that was read.
  int32_t leftOut = 0;
  Scaler toRGB, toPlanes;
  /// Whether the planes of the decoded frame are there.
  bool hasPlanes = false;
  PaddedRGB rgb;
  /// Where frames become I420 that are not.
  Owned<AVFrame> planes;
  /// Of all frames, since the first was decoded.
  int width = 0, height = 0;
  int64_t reducedFrom = INT64_MAX;
  int64_t start = AV_NOPTS_VALUE;
  /// When the last frame that was decoded is shown, whether or not it was left out.
  double lastTime = -1;
  /// Of the last packet.
  int64_t readUpTo = INT64_MIN;
  /// Frames before it are left out.
  double shownFrom = 0;
  /// How many packets have been read.
  int64_t packetNumber = 0;
  /// Whether the container says that the last packet is damaged.
  bool isSuspicious = false;
  bool packetIsPending = false;
  bool isDraining = false;
  bool hasEnded = false;
  bool isCutOff = false;
  /// Whether damage is looked for; pictures are shown as they can be decoded.
  bool looksForDamage = false;

  cffmpeg_status open(const char *url, int64_t pixelLimit, char *error, size_t capacity);
  /// Makes the next frame that can be trusted the current one: 0, or one of FFmpeg's error numbers.
  int next(double &time);
  /// Converts the decoded frame: 0, or one of FFmpeg's error numbers.
  int convert(cffmpeg_pixels pixels);
  /// Whether the decoded frame is I420 of the film's size as it is.
  bool isI420() const;
  void skip(double seconds);
  /// Frames a second; 0 where the container does not say.
  double containersRate() const;
  /// Scales the frames from now on to this size: 0, or one of FFmpeg's error numbers.
  int resize(int newWidth, int newHeight);

private:
  int convertToPlanes();
  /// Decodes until there is a frame: 0, or one of FFmpeg's error numbers.
  int decode();
  /// Keeps the decoded frame, unless it cannot be trusted.
  int keepOrLeaveOut();
  /// When the decoded frame is shown; once for each frame.
  double nextTime();
  double containersTime();
  int readPacket();
  int useSize();
};

cffmpeg_status cffmpeg_video::open(const char *url, int64_t pixelLimit, char *error,
                                   size_t capacity) {
  if (!packet || !frame) return failure(error, capacity, AVERROR(ENOMEM));
  AVFormatContext *opened = avformat_alloc_context();
  if (!opened) return failure(error, capacity, AVERROR(ENOMEM));
  opened->pb = io.get();
  AVDictionary *options = nullptr;
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  av_dict_set(&options, "format_whitelist", containers, 0);
  int code = avformat_open_input(&opened, url, nullptr, &options); // frees `opened` if it fails
  av_dict_free(&options);
  if (code < 0) return failure(error, capacity, code);
  format.reset(opened);

  // The limits hold for the decoders by which FFmpeg looks into the streams, too.
  const unsigned streamCount = format->nb_streams; // more may turn up
  const std::unique_ptr<AVDictionary *[]> limits(new (std::nothrow) AVDictionary *[streamCount]());
  if (!limits) return failure(error, capacity, AVERROR(ENOMEM));
  for (unsigned index = 0; index < streamCount; ++index) {
    av_dict_set_int(&limits[index], "max_pixels", pixelLimit, 0);
    av_dict_set_int(&limits[index], "threads", 1, 0);
  }
  code = avformat_find_stream_info(format.get(), streamCount > 0 ? limits.get() : nullptr);
  for (unsigned index = 0; index < streamCount; ++index) av_dict_free(&limits[index]);
  if (code < 0) return failure(error, capacity, code);

  const AVCodec *codec = nullptr;
  const int index = av_find_best_stream(format.get(), AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  if (index == AVERROR_DECODER_NOT_FOUND)
    return failure(error, capacity, "there is no decoder for its video");
  if (index < 0 || (format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC))
    return CFFMPEG_END;
  stream = format->streams[index];
  for (unsigned other = 0; other < format->nb_streams; ++other)
    if (int(other) != index) format->streams[other]->discard = AVDISCARD_ALL;

  decoder.reset(avcodec_alloc_context3(codec));
  if (!decoder) return failure(error, capacity, AVERROR(ENOMEM));
  code = avcodec_parameters_to_context(decoder.get(), stream->codecpar);
  if (code < 0) return failure(error, capacity, code);
  decoder->pkt_timebase = stream->time_base;
  decoder->max_pixels = pixelLimit;
  // With more, fewer frames that are spoiled are marked: of 36 damaged films 14 had wrong ones without a sign, with one
  // thread 2.
  decoder->thread_count = 1;
  code = avcodec_open2(decoder.get(), codec, nullptr);
  if (code < 0) return failure(error, capacity, code);
  start = stream->start_time;
  return CFFMPEG_OK;
}

int cffmpeg_video::readPacket() {
  av_packet_unref(packet.get());
  const int code = av_read_frame(format.get(), packet.get());
  if (code < 0) return code;
  if (packet->stream_index != stream->index) return AVERROR(EAGAIN);
  if ((packet->flags & AV_PKT_FLAG_CORRUPT) && format->pb && avio_feof(format->pb)) {
    // Half a picture might lack a die.
    isCutOff = true;
    return AVERROR(EAGAIN);
  }
  // Where films were joined the last packet of the first is said to be damaged.
  if (isSuspicious && !(packet->flags & AV_PKT_FLAG_KEY)) damage.sign(packetNumber);
  isSuspicious = packet->flags & AV_PKT_FLAG_CORRUPT;
  packetNumber += 1;
  if (packet->dts != AV_NOPTS_VALUE) readUpTo = packet->dts;
  return 0;
}

int cffmpeg_video::decode() {
  for (int idle = 0; idle < patience; ++idle) {
    int code = avcodec_receive_frame(decoder.get(), frame.get());
    if (code == 0 || code == AVERROR_EOF || code == AVERROR(ENOMEM)) return code;
    if (code != AVERROR(EAGAIN)) damage.sign(packetNumber);
    if (isDraining) continue;
    if (!packetIsPending) {
      code = readPacket();
      if (code == AVERROR(EAGAIN)) {
        idle = -1;
        continue;
      }
      if (code == AVERROR_EOF) {
        isDraining = true;
        avcodec_send_packet(decoder.get(), nullptr);
        continue;
      }
      if (code == AVERROR(ENOMEM)) return code;
      // Demuxers name much that is damaged an I/O error; the disk's own are reported here only.
      const int diskError = format->pb ? format->pb->error : 0;
      if (diskError < 0 && diskError != AVERROR_EOF) return diskError;
      if (code < 0) {
        damage.sign(packetNumber);
        continue; // the next part may be whole
      }
      idle = -1;
    }
    decoder->reordered_opaque = packetNumber;
    code = avcodec_send_packet(decoder.get(), packet.get());
    packetIsPending = code == AVERROR(EAGAIN);
    if (code < 0 && !packetIsPending) {
      damage.sign(packetNumber);
      leftOut += 1;
    }
  }
  return AVERROR_EOF;
}

int cffmpeg_video::keepOrLeaveOut() {
  const double before = std::max(0.0, lastTime);
  const double time = nextTime();
  if (looksForDamage) {
    const bool flagged = isFlagged(*frame);
    if (flagged) damage.sign(frame->reordered_opaque);
    if (damage.hadSign()) {
      damage.open(ahead.empty() ? before : ahead.front().time);
      leftOut += int32_t(ahead.size());
      ahead.clear();
    }
    if (damage.isOpen()) {
      if (flagged || !damage.isEnded(*frame)) {
        leftOut += 1;
        return 0;
      }
      damage.close(time);
    }
  }
  Owned<AVFrame> kept(av_frame_alloc());
  if (!kept) return AVERROR(ENOMEM);
  av_frame_move_ref(kept.get(), frame.get());
  ahead.push_back({std::move(kept), time});
  return 0;
}

int cffmpeg_video::next(double &time) {
  const size_t wanted = looksForDamage ? reordering + 1 : 1;
  while (!hasEnded && ahead.size() < wanted) {
    int code = decode();
    if (code == 0) code = keepOrLeaveOut();
    if (code == AVERROR_EOF) {
      hasEnded = true;
      // What was refused in the end spoils the frames before it.
      if (looksForDamage && damage.hadSign() && lastTime >= 0) {
        damage.open(ahead.empty() ? lastTime : ahead.front().time);
        leftOut += int32_t(ahead.size());
        ahead.clear();
      }
      damage.close(lastTime + 1 / cffmpeg_video_frame_rate(this));
    } else if (code < 0) {
      return code;
    }
  }
  if (ahead.empty()) return AVERROR_EOF;
  av_frame_unref(frame.get());
  av_frame_move_ref(frame.get(), ahead.front().frame.get());
  time = ahead.front().time;
  ahead.pop_front();
  return 0;
}

/// The first frame's size, or one of its shape that is small enough.
int cffmpeg_video::useSize() {
  const double pixels = double(frame->width) * frame->height;
  if (pixels <= double(reducedFrom)) return resize(frame->width, frame->height);
  const double scale = std::sqrt(double(reducedFrom) / pixels);
  return resize(std::max(1, int(frame->width * scale)), std::max(1, int(frame->height * scale)));
}

int cffmpeg_video::resize(int newWidth, int newHeight) {
  toRGB.forget();
  toPlanes.forget();
  planes.reset();
  const bool fits = rgb.allocate(newWidth, newHeight);
  width = fits ? newWidth : 0;
  height = fits ? newHeight : 0;
  return fits ? 0 : AVERROR(ENOMEM);
}

void cffmpeg_video::skip(double seconds) {
  shownFrom = seconds;
  if (start == AV_NOPTS_VALUE || isDraining) return;
  const double delay = (stream->codecpar->video_delay + 1) / cffmpeg_video_frame_rate(this);
  const double ticks =
      (seconds - std::max(leastReordering, delay)) / av_q2d(stream->time_base);
  if (!(ticks > 0 && ticks < 1e15)) return;
  const int key = av_index_search_timestamp(stream, start + int64_t(ticks), AVSEEK_FLAG_BACKWARD);
  const AVIndexEntry *entry = key < 0 ? nullptr : avformat_index_get_entry(stream, key);
  if (!entry || entry->timestamp <= readUpTo) return;
  // One that fails may have moved all the same: then, too, what comes is decoded from its next key frame.
  av_seek_frame(format.get(), stream->index, entry->timestamp, AVSEEK_FLAG_BACKWARD);
  avcodec_flush_buffers(decoder.get());
  packetIsPending = false;
  // They are shown before that key frame; and some demuxers go to the one before, to what was decoded already.
  ahead.clear();
  damage.leave(lastTime);
  leftOut = 0;
  lastTime = -1;
}

int cffmpeg_video::convert(cffmpeg_pixels pixels) {
  if (frame->width <= 0 || frame->height <= 0 || !frame->data[0]) return AVERROR_INVALIDDATA;
  if (width == 0) {
    const int code = useSize();
    if (code < 0) return code;
  }
  hasPlanes = false;
  if (pixels == CFFMPEG_I420) {
    const int code = convertToPlanes();
    hasPlanes = code == 0;
    return code;
  }
  uint8_t *const rows[4] = {rgb.row(0), nullptr, nullptr, nullptr};
  const int strides[4] = {rgb.stride(), 0, 0, 0};
  return toRGB.convert(*frame, AV_PIX_FMT_RGB24, width, height, rows, strides);
}

int cffmpeg_video::convertToPlanes() {
  if (isI420()) return 0;
  if (!planes) {
    planes.reset(av_frame_alloc());
    if (!planes) return AVERROR(ENOMEM);
    planes->format = AV_PIX_FMT_YUV420P;
    planes->width = width;
    planes->height = height;
    const int code = av_frame_get_buffer(planes.get(), 0);
    if (code < 0) {
      planes.reset();
      return code;
    }
  }
  return toPlanes.convert(*frame, AV_PIX_FMT_YUV420P, width, height, planes->data, planes->linesize);
}

bool cffmpeg_video::isI420() const {
  const Source decoded = source(*frame);
  return decoded.format == AV_PIX_FMT_YUV420P && decoded.width == width && decoded.height == height;
}

double cffmpeg_video::containersRate() const {
  const double rate = av_q2d(av_guess_frame_rate(format.get(), stream, nullptr));
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

double cffmpeg_video::containersTime() {
  const int64_t shown = frame->best_effort_timestamp;
  if (shown == AV_NOPTS_VALUE) return -1;
  if (start == AV_NOPTS_VALUE) start = shown;
  const double seconds = (double(shown) - double(start)) * av_q2d(stream->time_base);
  return std::isfinite(seconds) ? seconds : -1;
}

double cffmpeg_video::nextTime() {
  const double stated = containersTime();
  if (stated > lastTime && stated >= 0)
    lastTime = stated;
  else
    lastTime = lastTime < 0 ? 0 : lastTime + 1 / cffmpeg_video_frame_rate(this);
  return lastTime;
}

cffmpeg_status cffmpeg_video_open(const char *path, int64_t pixel_limit, cffmpeg_video **video,
                                  char *error, size_t error_capacity) {
  quietFFmpeg();
  std::unique_ptr<cffmpeg_video> opened(new (std::nothrow) cffmpeg_video);
  if (!opened) return failure(error, error_capacity, AVERROR(ENOMEM));
  const Owned<char> url = fileURL(path);
  if (!url) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->looksForDamage = true;
  const cffmpeg_status status = opened->open(url.get(), pixel_limit, error, error_capacity);
  if (status == CFFMPEG_OK) *video = opened.release();
  return status;
}

cffmpeg_status cffmpeg_video_open_bytes(const uint8_t *bytes, size_t count, int64_t pixel_limit,
                                        int64_t reduced_from, cffmpeg_video **video, char *error,
                                        size_t error_capacity) {
  quietFFmpeg();
  std::unique_ptr<cffmpeg_video> opened(new (std::nothrow) cffmpeg_video);
  if (!opened) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->bytes.start = bytes;
  opened->bytes.count = int64_t(count);
  opened->reducedFrom = reduced_from;
  constexpr int bufferSize = 1 << 15;
  auto *buffer = static_cast<unsigned char *>(av_malloc(bufferSize));
  if (!buffer) return failure(error, error_capacity, AVERROR(ENOMEM));
  opened->io.reset(avio_alloc_context(buffer, bufferSize, 0, &opened->bytes, Bytes::read, nullptr,
                                      Bytes::seek));
  if (!opened->io) {
    av_free(buffer);
    return failure(error, error_capacity, AVERROR(ENOMEM));
  }
  const cffmpeg_status status = opened->open(nullptr, pixel_limit, error, error_capacity);
  if (status == CFFMPEG_OK) *video = opened.release();
  return status;
}

double cffmpeg_video_frame_rate(const cffmpeg_video *video) {
  constexpr double usualRate = 30;
  const double rate = video->containersRate();
  return rate > 0 ? rate : usualRate;
}

int64_t cffmpeg_video_frame_count(const cffmpeg_video *video) {
  constexpr double limit = 1e12;
  const AVFormatContext &format = *video->format;
  if (video->stream->nb_frames > 0) return std::min(video->stream->nb_frames, int64_t(limit));
  // A length guessed from the size of the file says nothing.
  if (format.duration <= 0 || format.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE)
    return 0;
  const double frames = double(format.duration) / AV_TIME_BASE * video->containersRate();
  return frames < limit ? int64_t(frames + 0.5) : 0;
}

int32_t cffmpeg_video_orientation(const cffmpeg_video *video) {
  return orientation(video->stream);
}

bool cffmpeg_video_is_cut_off(const cffmpeg_video *video) { return video->isCutOff; }

cffmpeg_status cffmpeg_video_read(cffmpeg_video *video, cffmpeg_pixels pixels, cffmpeg_frame *frame,
                                  char *error, size_t error_capacity) {
  for (;;) {
    double time = 0;
    int code = video->next(time);
    if (code == AVERROR_EOF) return CFFMPEG_END;
    if (code < 0) return failure(error, error_capacity, code);
    if (time < video->shownFrom) continue;
    code = video->convert(pixels);
    if (code == AVERROR(ENOMEM)) return failure(error, error_capacity, code);
    if (code < 0) continue; // as a frame that cannot be decoded
    *frame = {video->width, video->height, time, std::exchange(video->leftOut, 0)};
    return CFFMPEG_OK;
  }
}

cffmpeg_status cffmpeg_video_convert(cffmpeg_video *video, cffmpeg_pixels pixels, char *error,
                                     size_t error_capacity) {
  const int code = video->convert(pixels);
  return code < 0 ? failure(error, error_capacity, code) : CFFMPEG_OK;
}

size_t cffmpeg_video_damage_count(const cffmpeg_video *video) { return video->damage.spans().size(); }

void cffmpeg_video_damage(const cffmpeg_video *video, size_t index, double *from, double *to) {
  const auto &span = video->damage.spans().at(index);
  *from = span.from;
  *to = span.to;
}

void cffmpeg_video_skip(cffmpeg_video *video, double seconds) { video->skip(seconds); }

cffmpeg_status cffmpeg_video_scale(cffmpeg_video *video, int32_t width, int32_t height, char *error,
                                   size_t error_capacity) {
  const int code = video->resize(width, height);
  return code < 0 ? failure(error, error_capacity, code) : CFFMPEG_OK;
}

cffmpeg_status cffmpeg_video_copy_rgb(const cffmpeg_video *video, uint8_t *rgb, size_t capacity,
                                      char *error, size_t error_capacity) {
  const size_t row = size_t(video->width) * 3;
  if (capacity < row * size_t(video->height))
    return failure(error, error_capacity, "the buffer is too small");
  for (int y = 0; y < video->height; ++y) std::memcpy(rgb + size_t(y) * row, video->rgb.row(y), row);
  return CFFMPEG_OK;
}

cffmpeg_encoding cffmpeg_video_encoding(const cffmpeg_video *video) {
  const Source decoded = source(*video->frame);
  const bool isFullRange = decoded.isFullRange && !isColors(decoded.format);
  switch (decoded.matrix) {
  case SWS_CS_ITU709:
  case SWS_CS_SMPTE240M: return {CFFMPEG_BT709, isFullRange};
  case SWS_CS_BT2020: return {CFFMPEG_BT2020, isFullRange};
  default: return {CFFMPEG_BT601, isFullRange};
  }
}

cffmpeg_status cffmpeg_video_copy_i420(const cffmpeg_video *video, uint8_t *samples, size_t capacity,
                                       char *error, size_t error_capacity) {
  const size_t width = size_t(video->width), height = size_t(video->height);
  const size_t halfWidth = (width + 1) / 2, halfHeight = (height + 1) / 2;
  if (capacity < width * height + 2 * halfWidth * halfHeight)
    return failure(error, error_capacity, "the buffer is too small");
  if (!video->hasPlanes) return failure(error, error_capacity, "the frame was not converted");
  const Rows rows(video->isI420() ? *video->frame : *video->planes);
  for (int plane = 0; plane < 3; ++plane) {
    const size_t rowBytes = plane == 0 ? width : halfWidth, count = plane == 0 ? height : halfHeight;
    for (size_t y = 0; y < count; ++y, samples += rowBytes)
      std::memcpy(samples, rows.starts[plane] + ptrdiff_t(y) * rows.strides[plane], rowBytes);
  }
  return CFFMPEG_OK;
}

void cffmpeg_video_close(cffmpeg_video *video) { delete video; }
