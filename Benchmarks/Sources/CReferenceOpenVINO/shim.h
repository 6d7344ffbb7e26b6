/* Empty on purpose: this target only carries compiler and linker flags. */
