/* Depth-first search over all schedules of a program, with saved states and a table of states seen.
 *
 * usage: explore PROGRAM.so MAX-STATES
 * Prints each distinct outcome once, with the schedule that led to it first:
 *     KIND DETAIL VALUE… | THREAD:ADDRESS …
 * and last `states N transitions M complete|limit`. Addresses are offsets in the program, for addr2line.
 * States are compared by 128 bits of hash over all of their bytes.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static unsigned char *stacks;
unsigned char *stack_low(int thread) { return stacks + (size_t)thread * STACK_BYTES; }
unsigned char *stack_top(int thread) { return stacks + (size_t)(thread + 1) * STACK_BYTES; }

static uintptr_t base;

struct buffer {
    unsigned char *bytes;
    size_t used, room;
};

static void append(struct buffer *buffer, const void *bytes, size_t size) {
    if (buffer->used + size > buffer->room) {
        buffer->room = 2 * (buffer->used + size);
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (!buffer->bytes)
            exit(2);
    }
    memcpy(buffer->bytes + buffer->used, bytes, size);
    buffer->used += size;
}

/* Layout of a saved state: world, static data, heap, which bytes of it are set, then the used part of each stack. */
static void save(struct buffer *to) {
    append(to, &world, sizeof world);
    append(to, data_start, data_end - data_start);
    append(to, heap, world.heap_used);
    append(to, heap_set, world.heap_used);
    for (int thread = 0; thread < (int)world.thread_count; thread++)
        if (world.threads[thread].live)
            append(to, world.threads[thread].sp, stack_top(thread) - (unsigned char *)world.threads[thread].sp);
}

static void restore(const unsigned char *from) {
    int count = world.thread_count;
    memcpy(&world, from, sizeof world);
    from += sizeof world;
    memcpy(data_start, from, data_end - data_start);
    from += data_end - data_start;
    memcpy(heap, from, world.heap_used);
    from += world.heap_used;
    memcpy(heap_set, from, world.heap_used);
    from += world.heap_used;
    for (int thread = 0; thread < (int)world.thread_count || thread < count; thread++) {
        unsigned char *top = stack_top(thread), *sp = top;
        if (thread < (int)world.thread_count && world.threads[thread].live) {
            sp = world.threads[thread].sp;
            memcpy(sp, from, top - sp);
            from += top - sp;
        }
        /* What earlier runs left below must not be read as an unset local with a history. */
        memset(sp - 2048, 0, 2048);
    }
}

struct hash {
    uint64_t low, high;
};

static struct hash hash_of(const unsigned char *bytes, size_t size) {
    uint64_t low = 0x9ae16a3b2f90404full ^ size, high = 0xc949d7c7509e6557ull + size;
    for (; size >= 8; bytes += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        low = (low ^ word) * 0x9fb21c651e98df25ull;
        low ^= low >> 32;
        high = (high + word) * 0xd6e8feb86659fd93ull;
        high = (high << 31 | high >> 33) ^ low;
    }
    for (; size > 0; bytes++, size--) {
        low = (low ^ *bytes) * 0x9fb21c651e98df25ull;
        high = (high + *bytes) * 0xd6e8feb86659fd93ull;
    }
    low ^= low >> 29;
    high ^= high >> 31;
    return (struct hash){low | 1, high};
}

static struct hash *seen;
static size_t seen_room = 1 << 12, states;

static int insert(struct hash *table, size_t room, struct hash hash) {
    for (size_t at = hash.high & (room - 1);; at = (at + 1) & (room - 1)) {
        if (table[at].low == 0) {
            table[at] = hash;
            return 1;
        }
        if (table[at].low == hash.low && table[at].high == hash.high)
            return 0;
    }
}

/* Whether the state is new. */
static int is_new(struct hash hash) {
    if (2 * states >= seen_room) {
        struct hash *larger = calloc(2 * seen_room, sizeof *larger);
        if (!larger)
            exit(2);
        for (size_t i = 0; i < seen_room; i++)
            if (seen[i].low)
                insert(larger, 2 * seen_room, seen[i]);
        free(seen);
        seen = larger;
        seen_room *= 2;
    }
    int fresh = insert(seen, seen_room, hash);
    states += fresh;
    return fresh;
}

struct step {
    int thread;
    uintptr_t place;
};

struct node {
    size_t start; /* of the saved state */
    int choice, choices;
};

enum { MAX_DEPTH = 1 << 14 };
static struct node nodes[MAX_DEPTH];
static struct step path[MAX_DEPTH];
static struct buffer saved;

static int choice_count(void) {
    int count = 0;
    for (int thread = 0; thread < (int)world.thread_count; thread++)
        count += ways(thread);
    return count;
}

static int choose(int choice, int *alternative) {
    for (int thread = 0; thread < (int)world.thread_count; thread++) {
        int here = ways(thread);
        if (choice < here) {
            *alternative = choice;
            return thread;
        }
        choice -= here;
    }
    abort();
}

static struct hash told[4096];
static int told_count;

static void tell(const char *kind, uintptr_t detail, int depth) {
    char text[1024];
    int length = snprintf(text, sizeof text, "%s", kind);
    int is_line = !strcmp(kind, "assertion") || detail < base;
    const char *format = is_line ? " %lu" : " +%lx";
    length += snprintf(text + length, sizeof text - length, format, is_line ? detail : detail - base);
    if (!strcmp(kind, "ok"))
        for (uint32_t i = 0; i < world.observed_count; i++)
            length += snprintf(text + length, sizeof text - length, " %ld", world.observed[i]);
    struct hash hash = hash_of((unsigned char *)text, length);
    for (int i = 0; i < told_count; i++)
        if (told[i].low == hash.low && told[i].high == hash.high)
            return;
    if (told_count < 4096)
        told[told_count++] = hash;
    printf("%s |", text);
    for (int i = 0; i < depth; i++)
        printf(" %d:%lx", path[i].thread, path[i].place ? path[i].place - base : 0);
    printf("\n");
}

static void explore(size_t max_states) {
    size_t transitions = 0;
    int depth = 0, complete = 1;
    seen = calloc(seen_room, sizeof *seen);
    nodes[0] = (struct node){0, 0, choice_count()};
    save(&saved);
    while (depth >= 0) {
        struct node *node = &nodes[depth];
        if (node->choice == node->choices) {
            saved.used = node->start;
            depth--;
            continue;
        }
        if (node->choice > 0)
            restore(saved.bytes + node->start);
        int alternative, thread = choose(node->choice++, &alternative);
        path[depth] = (struct step){thread, world.threads[thread].place};
        transitions++;
        if (!resume(thread, alternative)) {
            tell(ended_kind, ended_detail, depth + 1);
            continue;
        }
        int choices = choice_count();
        if (choices == 0) {
            tell("deadlock", 0, depth + 1);
            continue;
        }
        size_t start = saved.used;
        save(&saved);
        if (states >= max_states || depth + 2 >= MAX_DEPTH)
            complete = 0;
        if (!complete || !is_new(hash_of(saved.bytes + start, saved.used - start))) {
            saved.used = start;
            continue;
        }
        nodes[++depth] = (struct node){start, 0, choices};
    }
    printf("states %zu transitions %zu %s\n", states, transitions, complete ? "complete" : "limit");
}

extern jmp_buf crashed;
static void on_crash(int signal) {
    (void)signal;
    _longjmp(crashed, 1);
}

static int find_image(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (info->dlpi_addr != base)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            unsigned char *end = (unsigned char *)base + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
            if (end > image_end)
                image_end = end;
        }
    image_start = (unsigned char *)base;
    return 1;
}

/* The program's main, as a function that a thread can start with. */
static void *run_main(void *entry) {
    return (void *)(intptr_t)((int (*)(int, char **))entry)(1, (char *[]){"program", NULL});
}

int main(int count, char **arguments) {
    if (count < 3)
        return 2;
    void *program = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!program) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    struct link_map *map;
    dlinfo(program, RTLD_DI_LINKMAP, &map);
    base = map->l_addr;
    dl_iterate_phdr(find_image, NULL);
    load_objects(arguments[1], base);
    int map_flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    stacks = mmap((void *)0x600000000000, MAX_THREADS * STACK_BYTES, PROT_READ | PROT_WRITE, map_flags, -1, 0);
    heap = mmap((void *)0x610000000000, HEAP_BYTES, PROT_READ | PROT_WRITE, map_flags, -1, 0);
    heap_set = calloc(1, HEAP_BYTES);
    if (stacks == MAP_FAILED || heap == MAP_FAILED)
        return 2;
    stack_t alternate = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (int i = 0; i < 4; i++)
        sigaction(signals[i], &action, NULL);
    new_thread(run_main, dlsym(program, "main"));
    explore(strtoul(arguments[2], NULL, 10));
    return 0;
}
