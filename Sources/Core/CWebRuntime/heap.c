#include "heap.h"

#include <stdint.h>

enum { UNIT = 16, GROWTH = 1 << 20 };

// What stands before each block's memory. A block's size counts this, too.
struct heap_block {
  _Alignas(UNIT) size_t size_before;  // of the block before, 0 for the first
  size_t size;                        // a multiple of 16; the lowest bit says that it is in use
};

// What stands in a free block's memory.
typedef struct {
  heap_block *next, *previous;
} links;

static size_t size_of(const heap_block *block) { return block->size & ~(size_t)1; }
static bool is_used(const heap_block *block) { return block->size & 1; }
static void *memory_of(heap_block *block) { return block + 1; }
static links *links_of(heap_block *block) { return memory_of(block); }
static heap_block *block_at(const heap_block *block, size_t offset) {
  return (heap_block *)((char *)block + offset);
}
static heap_block *after(const heap_block *block) { return block_at(block, size_of(block)); }

static unsigned bin_of(size_t size) {
  unsigned bin = 0;
  while (bin < HEAP_BINS - 1 && size >> (bin + 1)) ++bin;
  return bin;
}

static void set(heap_block *block, size_t size, bool used) {
  block->size = size | used;
  block_at(block, size)->size_before = size;
}

static void link_free(heap *heap, heap_block *block) {
  heap_block **bin = &heap->bins[bin_of(size_of(block))];
  *links_of(block) = (links){.next = *bin, .previous = NULL};
  if (*bin) links_of(*bin)->previous = block;
  *bin = block;
}

static void unlink_free(heap *heap, heap_block *block) {
  links own = *links_of(block);
  if (own.next) links_of(own.next)->previous = own.previous;
  if (own.previous) {
    links_of(own.previous)->next = own.next;
  } else {
    heap->bins[bin_of(size_of(block))] = own.next;
  }
}

// Makes a block free, one with its free neighbours.
static void release(heap *heap, heap_block *block) {
  size_t size = size_of(block);
  heap_block *next = block_at(block, size);
  if (!is_used(next)) {
    unlink_free(heap, next);
    size += size_of(next);
  }
  if (block->size_before) {
    heap_block *before = (heap_block *)((char *)block - block->size_before);
    if (!is_used(before)) {
      unlink_free(heap, before);
      size += size_of(before);
      block = before;
    }
  }
  set(block, size, false);
  link_free(heap, block);
}

// Gives back what a used block has beyond `size`, where that is a block's worth.
static void trim(heap *heap, heap_block *block, size_t size) {
  size_t rest = size_of(block) - size;
  if (rest < sizeof(heap_block) + UNIT) return;
  set(block, size, true);
  heap_block *tail = block_at(block, size);
  set(tail, rest, true);
  release(heap, tail);
}

static heap_block *find(heap *heap, size_t size) {
  unsigned bin = bin_of(size);
  for (heap_block *block = heap->bins[bin]; block; block = links_of(block)->next) {
    if (size_of(block) >= size) return block;
  }
  while (++bin < HEAP_BINS) {
    if (heap->bins[bin]) return heap->bins[bin];
  }
  return NULL;
}

static bool grow(heap *heap, size_t size) {
  size_t bytes = size + 2 * sizeof(heap_block);  // the mark at the end, and the first header
  bytes = bytes < GROWTH ? GROWTH : (bytes + UNIT - 1) & ~(size_t)(UNIT - 1);
  char *more = heap->grow(heap, bytes);
  if (!more) return false;
  heap_block *block = heap->last;
  if (block) {  // The old mark becomes the new block's header.
    block->size = bytes | 1;
  } else {
    block = heap->first = (heap_block *)more;
    block->size_before = 0;
    block->size = (bytes - sizeof(heap_block)) | 1;
  }
  heap->last = after(block);
  heap->last->size = 1;  // in use for ever, so that nothing is joined with it
  heap->last->size_before = size_of(block);
  release(heap, block);
  return true;
}

void *heap_allocate(heap *heap, size_t bytes, size_t alignment) {
  if (alignment < UNIT) alignment = UNIT;
  if (alignment & (alignment - 1)) return NULL;
  if (bytes > SIZE_MAX / 4 || alignment > SIZE_MAX / 4) return NULL;
  // At least 16 bytes, for the links once it is free.
  size_t size = ((bytes ? bytes : 1) + UNIT - 1) & ~(size_t)(UNIT - 1);
  size += sizeof(heap_block);
  // Room to move the beginning to a multiple of `alignment`, leaving a block's worth in front.
  size_t needed = alignment > UNIT ? size + alignment + sizeof(heap_block) + UNIT : size;
  heap_block *block = find(heap, needed);
  if (!block) {
    if (!grow(heap, needed)) return NULL;
    block = find(heap, needed);
  }
  unlink_free(heap, block);
  set(block, size_of(block), true);

  uintptr_t start = (uintptr_t)memory_of(block);
  if (start % alignment) {
    size_t front = alignment - start % alignment;
    if (front < sizeof(heap_block) + UNIT) front += alignment;
    size_t whole = size_of(block);
    heap_block *moved = block_at(block, front);
    set(block, front, true);
    set(moved, whole - front, true);
    release(heap, block);
    block = moved;
  }
  trim(heap, block, size);
  return memory_of(block);
}

void heap_free(heap *heap, void *memory) {
  if (memory) release(heap, (heap_block *)memory - 1);
}

size_t heap_bytes_in_use(const heap *heap) {
  size_t bytes = 0;
  for (heap_block *block = heap->first; block && block != heap->last; block = after(block)) {
    if (is_used(block)) bytes += size_of(block) - sizeof(heap_block);
  }
  return bytes;
}

bool heap_is_sound(const heap *heap) {
  size_t before = 0, free_blocks = 0, linked = 0;
  bool was_free = false;
  for (heap_block *block = heap->first; block && block != heap->last; block = after(block)) {
    bool is_free = !is_used(block);
    if (block->size_before != before || (was_free && is_free)) return false;
    before = size_of(block);
    was_free = is_free;
    free_blocks += is_free;
  }
  if (heap->last && heap->last->size_before != before) return false;
  for (unsigned bin = 0; bin < HEAP_BINS; ++bin) {
    heap_block *previous = NULL;
    for (heap_block *block = heap->bins[bin]; block; block = links_of(block)->next) {
      if (is_used(block) || bin_of(size_of(block)) != bin) return false;
      if (links_of(block)->previous != previous) return false;
      previous = block;
      ++linked;
    }
  }
  return linked == free_blocks;
}
