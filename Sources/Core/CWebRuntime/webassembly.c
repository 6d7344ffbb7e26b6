// What the standard library of Embedded Swift expects of C, on a machine that has none of it.
#ifdef __wasm__

#include "heap.h"
#include "rounding.h"

#include <stdint.h>

enum { PAGE = 65536 };

extern char __heap_base;  // from the linker: the end of constants, variables and stack

static char *end;  // of what the heap has been given

static void *more_memory(heap *unused, size_t bytes) {
  (void)unused;
  if (!end) end = (char *)(((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15);
  uintptr_t available = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE - (uintptr_t)end;
  if (bytes > available) {
    size_t pages = (bytes - available + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
  }
  char *start = end;
  end += bytes;
  return start;
}

static heap the_heap = {.grow = more_memory};

void *malloc(size_t bytes) { return heap_allocate(&the_heap, bytes, 16); }
void free(void *memory) { heap_free(&the_heap, memory); }
int posix_memalign(void **result, size_t alignment, size_t bytes) {
  void *memory = heap_allocate(&the_heap, bytes, alignment);
  if (!memory) return 12;  // ENOMEM
  *result = memory;
  return 0;
}
size_t web_bytes_in_use(void) { return heap_bytes_in_use(&the_heap); }

// With -mbulk-memory these three are one instruction each.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}
void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < count; ++i) {
    if (left[i] != right[i]) return left[i] - right[i];
  }
  return 0;
}

// The seed of hashing. Nobody can choose what this module hashes so as to slow it down, and without
// a source of chance the module needs nothing from the page.
void arc4random_buf(void *buffer, size_t count) {
  static uint64_t state = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    ((unsigned char *)buffer)[i] = state >> 56;
  }
}

double round(double x) { return web_round(x); }
float roundf(float x) { return (float)web_round(x); }

// The product of two 128-bit integers, from those of their 32-bit digits.
typedef struct {
  uint64_t low, high;
} wide;

static wide product(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0;
  uint64_t middle = a1 * b0 + (low >> 32);
  uint64_t carried = a0 * b1 + (uint32_t)middle;
  return (wide){carried << 32 | (uint32_t)low, a1 * b1 + (middle >> 32) + (carried >> 32)};
}

__int128 __multi3(__int128 a, __int128 b) {
  wide low = product((uint64_t)a, (uint64_t)b);
  uint64_t high = low.high + (uint64_t)(a >> 64) * (uint64_t)b + (uint64_t)a * (uint64_t)(b >> 64);
  return (__int128)((unsigned __int128)high << 64 | low.low);
}

#endif
