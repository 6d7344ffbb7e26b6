#ifndef COPENCV_H
#define COPENCV_H
#ifdef __cplusplus
extern "C" {
#endif
/// OpenCV's version, "4.6.0".
const char *copencv_version(void);
#ifdef __cplusplus
}
#endif
#endif
