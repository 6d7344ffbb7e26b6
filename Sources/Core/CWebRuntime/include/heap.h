#ifndef CWEBRUNTIME_HEAP_H
#define CWEBRUNTIME_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/// Memory that is handed out and taken back: boundary tags, bins by powers of two, and free
/// neighbours that become one at once. All times but the search of one bin are constant.
///
/// Knuth, "The Art of Computer Programming", volume 1, 2.5, algorithm C; the bins as in Lea's
/// allocator. One thread at a time.
typedef struct heap heap;

enum { HEAP_BINS = 32 };

typedef struct heap_block heap_block;

struct heap {
  /// The first block, and the mark behind the last one; both NULL before the first growth.
  heap_block *first, *last;
  /// Free blocks by size; bin b holds those of 2^b bytes and more.
  heap_block *bins[HEAP_BINS];
  /// Asks for `bytes` more, right behind what was given before; returns where they begin, a multiple
  /// of 16, or NULL when there are none.
  void *(*grow)(heap *, size_t bytes);
};

/// At least `bytes` bytes at a multiple of `alignment`, a power of two; NULL when there are none.
void *heap_allocate(heap *, size_t bytes, size_t alignment);

/// Takes back what `heap_allocate` gave; NULL is left alone.
void heap_free(heap *, void *memory);

/// Bytes in use, and whether all the blocks' tags agree with each other: for tests.
size_t heap_bytes_in_use(const heap *);
bool heap_is_sound(const heap *);

#endif
