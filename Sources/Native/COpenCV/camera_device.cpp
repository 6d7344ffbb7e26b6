#include "camera_device.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

copencv_camera_state probe(int descriptor) {
  v4l2_capability capability = {};
  if (ioctl(descriptor, VIDIOC_QUERYCAP, &capability) != 0)
    return errno == EBUSY ? COPENCV_CAMERA_BUSY : COPENCV_CAMERA_NOT_A_CAMERA;
  const unsigned capabilities = capability.capabilities & V4L2_CAP_DEVICE_CAPS
                                    ? capability.device_caps
                                    : capability.capabilities;
  if (!(capabilities & V4L2_CAP_VIDEO_CAPTURE)) return COPENCV_CAMERA_NOT_A_CAMERA;

  // Drivers let many open a camera and one stream from it: setting the format it already has is
  // refused while another program streams.
  v4l2_format format = {};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (ioctl(descriptor, VIDIOC_G_FMT, &format) == 0 &&
      ioctl(descriptor, VIDIOC_S_FMT, &format) != 0 && errno == EBUSY)
    return COPENCV_CAMERA_BUSY;
  return COPENCV_CAMERA_READY;
}

} // namespace

copencv_camera_state copencv_camera_probe(const char *device) {
  int descriptor = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    switch (errno) {
    case EACCES:
    case EPERM: return COPENCV_CAMERA_FORBIDDEN;
    case EBUSY: return COPENCV_CAMERA_BUSY;
    case EISDIR: return COPENCV_CAMERA_NOT_A_CAMERA;
    default: return COPENCV_CAMERA_MISSING;
    }
  }
  copencv_camera_state state = probe(descriptor);
  close(descriptor);
  return state;
}
