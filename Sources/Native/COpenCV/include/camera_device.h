#ifndef COPENCV_CAMERA_DEVICE_H
#define COPENCV_CAMERA_DEVICE_H

#ifdef __cplusplus
extern "C" {
#endif

/// What stands behind a device's path, asked without starting it.
typedef enum {
  COPENCV_CAMERA_READY = 0,
  COPENCV_CAMERA_MISSING,
  COPENCV_CAMERA_FORBIDDEN,
  /// A device, but none that sends pictures; many cameras have such a second device for metadata.
  COPENCV_CAMERA_NOT_A_CAMERA,
  COPENCV_CAMERA_BUSY,
} copencv_camera_state;

/// Asks Video4Linux; `device` is a path such as "/dev/video0".
copencv_camera_state copencv_camera_probe(const char *device);

#ifdef __cplusplus
}
#endif
#endif
