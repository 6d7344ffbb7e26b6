#ifndef PICTURE_IO_CAMERA_DEVICE_H
#define PICTURE_IO_CAMERA_DEVICE_H

#ifdef __cplusplus
extern "C" {
#endif

/// What stands behind a device's path, asked without starting it.
typedef enum {
  PICTURE_IO_CAMERA_READY = 0,
  PICTURE_IO_CAMERA_MISSING,
  PICTURE_IO_CAMERA_FORBIDDEN,
  /// A device, but none that sends pictures; many cameras have such a second device for metadata.
  PICTURE_IO_CAMERA_NOT_A_CAMERA,
  PICTURE_IO_CAMERA_BUSY,
} picture_io_camera_state;

/// Asks Video4Linux; `device` is a path such as "/dev/video0".
picture_io_camera_state picture_io_camera_probe(const char *device);

#ifdef __cplusplus
}
#endif
#endif
