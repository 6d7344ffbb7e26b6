#pragma once

#include <opencv2/videoio.hpp>

#include <string>

/// Opens a video or an animation by FFmpeg, from the file system and from nowhere else.
cv::VideoCapture openVideoFile(const std::string &path);
