/* What gcc's instrumentation calls: accesses, atomics, failed checks; and the heap.
 *
 * Every access of the program to something with an address comes here first. It is a place where another thread may
 * go on, unless it is to the running thread's own stack and no word elsewhere leads into that stack.
 * Addresses of freed objects are never given out again: every use after free is seen; ABA is not looked for.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned char *heap, *heap_set, *data_start, *data_end, *image_start, *image_end;

struct extent {
    uintptr_t start, end;
};
static struct extent statics[512];
static int static_count;

void load_objects(const char *file, uintptr_t base) {
    FILE *in = fopen(file, "rb");
    if (!in)
        exit(2);
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    unsigned char *bytes = malloc(size);
    if (fread(bytes, 1, size, in) != (size_t)size)
        exit(2);
    fclose(in);
    Elf64_Ehdr *header = (Elf64_Ehdr *)bytes;
    Elf64_Shdr *sections = (Elf64_Shdr *)(bytes + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        const char *name = (char *)bytes + sections[header->e_shstrndx].sh_offset + sections[i].sh_name;
        if (!strcmp(name, "oracle_data")) {
            data_start = (unsigned char *)base + sections[i].sh_addr;
            data_end = data_start + sections[i].sh_size;
        }
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        Elf64_Sym *symbols = (Elf64_Sym *)(bytes + sections[i].sh_offset);
        for (size_t s = 0; s < sections[i].sh_size / sizeof *symbols; s++)
            if (ELF64_ST_TYPE(symbols[s].st_info) == STT_OBJECT && static_count < 512)
                statics[static_count++] =
                    (struct extent){base + symbols[s].st_value, base + symbols[s].st_value + symbols[s].st_size};
    }
    free(bytes);
}

static int in_stack(uintptr_t at, int thread) {
    return at >= (uintptr_t)stack_low(thread) && at < (uintptr_t)stack_top(thread);
}

static int words_lead_to(const unsigned char *from, const unsigned char *to, int thread) {
    for (from = (unsigned char *)(((uintptr_t)from + 7) & ~7ul); from + 8 <= to; from += 8)
        if (in_stack(*(const uintptr_t *)from, thread))
            return 1;
    return 0;
}

/* Whether nobody but the running thread can reach its stack: no word of other memory leads there. */
static int stack_is_private(void) {
    if (words_lead_to(data_start, data_end, current) || words_lead_to(heap, heap + world.heap_used, current))
        return 0;
    for (int other = 0; other < (int)world.thread_count; other++)
        if (other != current && (words_lead_to(world.threads[other].sp, stack_top(other), current) ||
                                 in_stack((uintptr_t)world.threads[other].result, current)))
            return 0;
    return 1;
}

static void check_heap(uintptr_t at, size_t size, int write, uintptr_t place) {
    uint32_t offset = at - (uintptr_t)heap;
    for (uint32_t i = 0; i < world.object_count; i++) {
        struct object *object = &world.objects[i];
        if (offset + RED_ZONE / 2 < object->start || offset >= object->start + object->size + RED_ZONE / 2)
            continue;
        if (object->state == OBJECT_FREED)
            end_run("memory", place);
        if (offset < object->start || offset + size > object->start + object->size)
            end_run("bounds", place);
        if (write)
            memset(heap_set + offset, 1, size);
        else if (size <= 8 && memchr(heap_set + offset, 0, size))
            end_run("uninitialised", place);
        return;
    }
    end_run("bounds", place);
}

void check_access(const void *address, size_t size, int write, uintptr_t place) {
    uintptr_t at = (uintptr_t)address;
    if (at < 4096)
        end_run("null", place);
    if (at >= (uintptr_t)heap && at < (uintptr_t)heap + HEAP_BYTES) {
        check_heap(at, size, write, place);
        return;
    }
    for (int i = 0; i < static_count; i++)
        if (at >= statics[i].start && at < statics[i].end) {
            if (at + size > statics[i].end)
                end_run("bounds", place);
            return;
        }
    if (at >= (uintptr_t)data_start && at < (uintptr_t)data_end)
        end_run("bounds", place);
    for (int thread = 0; thread < (int)world.thread_count; thread++)
        if (in_stack(at, thread)) {
            void *end = thread == current ? __builtin_frame_address(0) : world.threads[thread].sp;
            if (at < (uintptr_t)end || !world.threads[thread].live)
                end_run("memory", place);
            return;
        }
    if (!write && at >= (uintptr_t)image_start && at < (uintptr_t)image_end)
        return;
    end_run("memory", place);
}

static inline void access_at(const void *address, size_t size, int write, uintptr_t place) {
    int own = in_stack((uintptr_t)address, current);
    if (world.thread_count > 1 && !(own && stack_is_private()))
        stop_before(OP_STEP, (void *)address, place);
    check_access(address, size, write, place);
}

#define ACCESS(size)                                                                                                  \
    void __tsan_read##size(void *at) { access_at(at, size, 0, PLACE); }                                               \
    void __tsan_write##size(void *at) { access_at(at, size, 1, PLACE); }                                              \
    void __tsan_unaligned_read##size(void *at) { access_at(at, size, 0, PLACE); }                                     \
    void __tsan_unaligned_write##size(void *at) { access_at(at, size, 1, PLACE); }                                    \
    void __tsan_volatile_read##size(void *at) { access_at(at, size, 0, PLACE); }                                      \
    void __tsan_volatile_write##size(void *at) { access_at(at, size, 1, PLACE); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
void __tsan_read_range(void *at, size_t size) { access_at(at, size, 0, PLACE); }
void __tsan_write_range(void *at, size_t size) { access_at(at, size, 1, PLACE); }
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}
void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

static void atomic_at(const void *address, size_t size, int write, uintptr_t place) {
    stop_before(OP_STEP, (void *)address, place);
    check_access(address, size, 0, place);
    if (write)
        check_access(address, size, 1, place);
}

#define FETCH(bits, type, name, next)                                                                                 \
    type __tsan_atomic##bits##_fetch_##name(type *at, type value, int order) {                                        \
        (void)order;                                                                                                  \
        atomic_at(at, sizeof(type), 1, PLACE);                                                                        \
        type old = *at;                                                                                               \
        *at = next;                                                                                                   \
        return old;                                                                                                   \
    }
#define ATOMIC(bits, type)                                                                                            \
    type __tsan_atomic##bits##_load(const type *at, int order) {                                                      \
        (void)order;                                                                                                  \
        atomic_at(at, sizeof(type), 0, PLACE);                                                                        \
        return *at;                                                                                                   \
    }                                                                                                                 \
    void __tsan_atomic##bits##_store(type *at, type value, int order) {                                               \
        (void)order;                                                                                                  \
        stop_before(OP_STEP, at, PLACE);                                                                              \
        check_access(at, sizeof(type), 1, PLACE);                                                                     \
        *at = value;                                                                                                  \
    }                                                                                                                 \
    type __tsan_atomic##bits##_exchange(type *at, type value, int order) {                                            \
        (void)order;                                                                                                  \
        atomic_at(at, sizeof(type), 1, PLACE);                                                                        \
        type old = *at;                                                                                               \
        *at = value;                                                                                                  \
        return old;                                                                                                   \
    }                                                                                                                 \
    FETCH(bits, type, add, old + value)                                                                               \
    FETCH(bits, type, sub, old - value)                                                                               \
    FETCH(bits, type, and, old & value)                                                                               \
    FETCH(bits, type, or, old | value)                                                                                \
    FETCH(bits, type, xor, old ^ value)                                                                               \
    FETCH(bits, type, nand, ~(old & value))                                                                           \
    int __tsan_atomic##bits##_compare_exchange_strong(type *at, type *expected, type value, int order, int failure) { \
        (void)order, (void)failure;                                                                                   \
        atomic_at(at, sizeof(type), 0, PLACE);                                                                        \
        if (*at == *expected) {                                                                                       \
            check_access(at, sizeof(type), 1, PLACE);                                                                 \
            *at = value;                                                                                              \
            return 1;                                                                                                 \
        }                                                                                                             \
        *expected = *at;                                                                                              \
        return 0;                                                                                                     \
    }                                                                                                                 \
    int __tsan_atomic##bits##_compare_exchange_weak(type *at, type *expected, type value, int order, int failure) {   \
        return __tsan_atomic##bits##_compare_exchange_strong(at, expected, value, order, failure);                    \
    }                                                                                                                 \
    type __tsan_atomic##bits##_compare_exchange_val(type *at, type expected, type value, int order, int failure) {    \
        (void)order, (void)failure;                                                                                   \
        atomic_at(at, sizeof(type), 0, PLACE);                                                                        \
        type old = *at;                                                                                               \
        if (old == expected)                                                                                          \
            *at = value;                                                                                              \
        return old;                                                                                                   \
    }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __ubsan_handle_out_of_bounds(void *data, void *index) {
    (void)data, (void)index;
    end_run("bounds", PLACE);
}

void __ubsan_handle_divrem_overflow(void *data, void *left, void *right) {
    (void)data, (void)left, (void)right;
    end_run("division", PLACE);
}

static void *allocate(size_t size, int set) {
    if (world.object_count == MAX_OBJECTS || world.heap_used + size + 2 * RED_ZONE > HEAP_BYTES)
        end_run("undefined", 0);
    uint32_t start = (world.heap_used + RED_ZONE + 15) & ~15u;
    world.objects[world.object_count++] = (struct object){start, size, OBJECT_LIVE};
    world.heap_used = start + size + RED_ZONE;
    memset(heap + start, 0, size);
    memset(heap_set + start, set, size);
    return heap + start;
}

void *__wrap_malloc(size_t size) { return allocate(size, 0); }

void *__wrap_calloc(size_t count, size_t size) { return allocate(count * size, 1); }

void __wrap_free(void *address) {
    stop_before(OP_STEP, address, PLACE);
    if (!address)
        return;
    for (uint32_t i = 0; i < world.object_count; i++) {
        struct object *object = &world.objects[i];
        if (address != heap + object->start)
            continue;
        if (object->state != OBJECT_LIVE)
            end_run("memory", PLACE);
        object->state = OBJECT_FREED;
        memset(heap + object->start, 0, object->size);
        memset(heap_set + object->start, 0, object->size);
        return;
    }
    end_run("memory", PLACE);
}

/* What was there is copied in one step: a thread that uses the old object at the same time is an error anyway. */
void *__wrap_realloc(void *address, size_t size) {
    if (!address)
        return allocate(size, 0);
    stop_before(OP_STEP, address, PLACE);
    for (uint32_t i = 0; i < world.object_count; i++) {
        struct object *object = &world.objects[i];
        if (address != heap + object->start)
            continue;
        if (object->state != OBJECT_LIVE)
            end_run("memory", PLACE);
        size_t common = object->size < size ? object->size : size;
        unsigned char *moved = allocate(size, 0);
        memcpy(moved, address, common);
        memcpy(heap_set + (moved - heap), heap_set + object->start, common);
        object->state = OBJECT_FREED;
        memset(heap + object->start, 0, object->size);
        memset(heap_set + object->start, 0, object->size);
        return moved;
    }
    end_run("memory", PLACE);
}
