#pragma once

/// Keeps OpenCV from writing to standard error: what fails is reported by the caller.
void quietLibraries();
