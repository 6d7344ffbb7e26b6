#include "camera_device.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

picture_io_camera_state probe(int descriptor) {
  v4l2_capability capability = {};
  if (ioctl(descriptor, VIDIOC_QUERYCAP, &capability) != 0)
    return errno == EBUSY ? PICTURE_IO_CAMERA_BUSY : PICTURE_IO_CAMERA_NOT_A_CAMERA;
  const unsigned capabilities = capability.capabilities & V4L2_CAP_DEVICE_CAPS
                                    ? capability.device_caps
                                    : capability.capabilities;
  if (!(capabilities & V4L2_CAP_VIDEO_CAPTURE)) return PICTURE_IO_CAMERA_NOT_A_CAMERA;

  // Drivers let many open a camera and one stream from it: setting the format it already has is
  // refused while another program streams.
  v4l2_format format = {};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (ioctl(descriptor, VIDIOC_G_FMT, &format) == 0 &&
      ioctl(descriptor, VIDIOC_S_FMT, &format) != 0 && errno == EBUSY)
    return PICTURE_IO_CAMERA_BUSY;
  return PICTURE_IO_CAMERA_READY;
}

} // namespace

picture_io_camera_state picture_io_camera_probe(const char *device) {
  int descriptor = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    switch (errno) {
    case EACCES:
    case EPERM: return PICTURE_IO_CAMERA_FORBIDDEN;
    case EBUSY: return PICTURE_IO_CAMERA_BUSY;
    case EISDIR: return PICTURE_IO_CAMERA_NOT_A_CAMERA;
    default: return PICTURE_IO_CAMERA_MISSING;
    }
  }
  picture_io_camera_state state = probe(descriptor);
  close(descriptor);
  return state;
}
