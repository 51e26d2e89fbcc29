/* The heap of <stdlib.h> and <malloc.h>.
 *
 * The machine's heap never fails, so none of these gives a null pointer for want of memory; sizes that no object can
 * have (above PTRDIFF_MAX) give null and ENOMEM as in glibc. `malloc(0)` gives an object of size 0 that wants `free`.
 * `free` and `realloc` of what was not allocated, or is free already, are errors of the machine (`__ax_release`).
 * `realloc` always moves: C promises nothing else, and stale pointers are found. `realloc(p, 0)` frees and gives null,
 * as glibc does (C17 leaves it to the implementation).
 *
 * Left out: failing allocations, `mallopt`, `malloc_usable_size` beyond the size that was asked for. Alignments above
 * 16 are checked for being powers of two; the address that the machine gives need not have them.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { ENOMEM = 12, EINVAL = 22 };

void *__ax_allocate(size_t size);
void __ax_release(void *p);
size_t __ax_size(const void *p);
int *__errno_location(void);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);

static const size_t largest = (size_t)-1 / 2;

static void *fail(int number) {
    *__errno_location() = number;
    return 0;
}

void *malloc(size_t size) { return size > largest ? fail(ENOMEM) : __ax_allocate(size); }

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > largest / size)
        return fail(ENOMEM);
    return memset(__ax_allocate(count * size), 0, count * size);
}

void free(void *p) {
    if (p != 0)
        __ax_release(p);
}

void cfree(void *p) { free(p); }

void *realloc(void *p, size_t size) {
    if (p == 0)
        return malloc(size);
    if (size == 0) {
        __ax_release(p);
        return 0;
    }
    if (size > largest)
        return fail(ENOMEM);
    size_t old = __ax_size(p);
    void *moved = __ax_allocate(size);
    memcpy(moved, p, old < size ? old : size);
    __ax_release(p);
    return moved;
}

void *reallocarray(void *p, size_t count, size_t size) {
    return size != 0 && count > largest / size ? fail(ENOMEM) : realloc(p, count * size);
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
    return is_power_of_two(alignment) ? malloc(size) : fail(EINVAL);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void *valloc(size_t size) { return malloc(size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    if (size > largest)
        return ENOMEM;
    *result = __ax_allocate(size);
    return 0;
}

size_t malloc_usable_size(void *p) { return p != 0 ? __ax_size(p) : 0; }
