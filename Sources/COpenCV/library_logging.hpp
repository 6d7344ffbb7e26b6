#pragma once

/// Keeps OpenCV and FFmpeg from writing to standard error: what fails is reported by the caller.
void quietLibraries();
