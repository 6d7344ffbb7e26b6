/* Empty on purpose: this target only carries the compiler and linker flags of FFmpeg. */
