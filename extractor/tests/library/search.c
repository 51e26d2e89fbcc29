/* The intrinsics of the library for many threads, and a search through all their schedules and choices.
 *
 * Threads are coroutines. A thread stops before each atomic section, and inside of one where it has to wait; there it is
 * resumed by the search to look at its condition again, and goes on only when it holds. A run is repeated from the
 * start with the choices of the run before but for the last that has an alternative. A state is all static data, the
 * heap, thread-local data, and the used part of each stack with the registers; a run that comes to a state that was seen
 * before ends there.
 */
#define _GNU_SOURCE
#include "search.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { THREADS = 8, STACK = 1 << 16, CHOICES = 4096, HEAP = 1 << 14, SEEN = 1 << 19, OUTCOMES = 64, OBJECTS = 64, TLS = 512 };
enum status { UNUSED, READY, WAITING, ENDED };

struct thread {
    ucontext_t context;
    enum status status;
    int possible;   /* whether what it waits for holds */
    int depth;      /* of atomic sections */
    void *(*start)(void *);
    void *argument;
    char local[TLS]; /* its thread-local data while it does not run */
};

/* Everything of the search itself, apart from the static data that is put back before each run. */
struct search {
    ucontext_t scheduler;
    struct thread threads[THREADS];
    int current, asked; /* `asked`: a thread that waits is only to look at its condition */
    int ended;
    int choice[CHOICES], width[CHOICES], length, position;
    int objects;
    struct { unsigned long start, size; int live; } object[OBJECTS];
    unsigned long used;
    char output[4000], ending[400];
    char *outcomes[OUTCOMES];
    int outcome_count;
    unsigned long *seen, states, runs;
    char *static_data, *heap;
    char first_local[TLS];
};

static struct search *s;
extern char __data_start, _end;
static char *local_start;
static size_t local_size;
extern _Noreturn void ax_exit(int);
extern _Noreturn void ax_pthread_exit(void *);

static void stop(void) {
    struct thread *self = &s->threads[s->current];
    memcpy(self->local, local_start, local_size);
    swapcontext(&self->context, &s->scheduler);
}

static void resume(int thread) {
    s->current = thread;
    memcpy(local_start, s->threads[thread].local, local_size);
    swapcontext(&s->scheduler, &s->threads[thread].context);
}

static _Noreturn void end_run(const char *how) {
    snprintf(s->ending, sizeof s->ending, "%s", how);
    s->ended = 1;
    stop();
    abort();
}

static int choose(int width) {
    if (width == 1)
        return 0;
    if (s->position == s->length) {
        if (s->length == CHOICES) {
            fprintf(stderr, "a run is too long\n");
            exit(1);
        }
        s->choice[s->length] = 0;
        s->width[s->length++] = width;
    }
    return s->choice[s->position++];
}

/* The intrinsics. */
void __ax_atomic_begin(void) {
    struct thread *self = &s->threads[s->current];
    if (self->depth++ == 0)
        stop();
}
void __ax_atomic_end(void) { s->threads[s->current].depth--; }
void step(void) {
    __ax_atomic_begin();
    __ax_atomic_end();
}

/* Whether the condition has to be looked at again. */
int shim_waits(int condition) {
    struct thread *self = &s->threads[s->current];
    if (self->status == READY && condition)
        return 0;
    self->status = WAITING;
    self->possible = condition;
    stop();
    if (s->asked)
        return 1;
    self->status = READY;
    return 0;
}

int __ax_choose(int low, int high) { return low + choose(high - low + 1); }
long __ax_unknown(long low, long high) { return (void)high, low; }
int __ax_known(long value) { return (void)value, 1; }
void __ax_assume(int condition) {
    if (!condition)
        end_run("assume");
}
void __ax_error(int kind, const char *text) {
    if (kind == 7) /* AX_CLOCK_BACK is no error */
        return;
    char line[300];
    snprintf(line, sizeof line, "; error: %s", text);
    end_run(line);
}
int __ax_self(void) { return s->current; }
int __ax_own(void) { return s->current; }
int __ax_gave_value(void) { return 1; }
void __ax_joined(int thread) { (void)thread; }
int __ax_has_ended(int thread) { return thread >= THREADS || s->threads[thread].status == UNUSED || s->threads[thread].status == ENDED; }
void __ax_lock_taken(const void *lock, int exclusive) { (void)lock, (void)exclusive; }
void __ax_lock_dropped(const void *lock) { (void)lock; }
void __ax_reclaim(int thread) {
    if (s->threads[thread].status == ENDED)
        s->threads[thread].status = UNUSED;
}
_Noreturn void __ax_end_thread(void) {
    s->threads[s->current].status = ENDED;
    stop();
    abort();
}
_Noreturn void __ax_exit(int status) {
    char line[40];
    snprintf(line, sizeof line, "; exit %d", status);
    end_run(status == 0 ? "" : line);
}
_Noreturn void __ax_abort(void) { end_run("; abort"); }

void *__ax_allocate(unsigned long size) {
    if (s->objects == OBJECTS || s->used + size > HEAP - 64)
        end_run("; out of memory");
    s->object[s->objects].start = s->used;
    s->object[s->objects].size = size;
    s->object[s->objects++].live = 1;
    void *p = s->heap + s->used;
    s->used += (size + 31) / 16 * 16;
    return p;
}
void __ax_release(void *p) {
    for (int i = 0; i < s->objects; i++)
        if (s->heap + s->object[i].start == (char *)p && s->object[i].live) {
            memset(p, 0xdd, s->object[i].size); /* whoever still uses it will go wrong */
            s->object[i].live = 0;
            return;
        }
    end_run("; error: frees what is not allocated");
}
unsigned long __ax_size(const void *p) {
    for (int i = 0; i < s->objects; i++)
        if (s->heap + s->object[i].start == (const char *)p)
            return s->object[i].size;
    return 0;
}
void __ax_print(const char *text, unsigned long n) { strncat(s->output, text, n); }

static void first_frame(void) {
    struct thread *self = &s->threads[s->current];
    if (s->current == 0)
        ax_exit(((int (*)(void))self->start)());
    self->start(self->argument);
    abort();
}

/* Takes the lowest number that is free. */
int __ax_spawn(void *(*start)(void *), void *argument) {
    static char *stacks;
    if (stacks == NULL)
        stacks = mmap(NULL, (size_t)STACK * THREADS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int i = 0;
    while (s->threads[i].status != UNUSED)
        if (++i == THREADS)
            end_run("; too many threads");
    struct thread *new = &s->threads[i];
    getcontext(&new->context);
    new->context.uc_stack.ss_sp = stacks + (size_t)i * STACK;
    new->context.uc_stack.ss_size = STACK;
    makecontext(&new->context, first_frame, 0);
    new->status = READY;
    new->depth = 0;
    new->possible = 1;
    new->start = start;
    new->argument = argument;
    memcpy(new->local, s->first_local, sizeof new->local);
    return i;
}

static unsigned long mix(unsigned long hash, const void *from, size_t n) {
    const unsigned char *p = from;
    for (; n >= 8; n -= 8, p += 8) {
        unsigned long word;
        memcpy(&word, p, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ul;
        hash ^= hash >> 29;
    }
    for (; n > 0; n--)
        hash = (hash ^ *p++) * 0x100000001b3ul;
    return hash;
}

static unsigned long state_hash(void) {
    unsigned long hash = mix(1, &__data_start, (size_t)(&_end - &__data_start));
    hash = mix(hash, s->heap, s->used);
    hash = mix(hash, s->output, strlen(s->output));
    for (int i = 0; i < THREADS; i++) {
        struct thread *t = &s->threads[i];
        hash = mix(hash, &t->status, sizeof t->status);
        if (t->status == UNUSED || t->status == ENDED)
            continue;
        greg_t *r = t->context.uc_mcontext.gregs;
        char *stack = t->context.uc_stack.ss_sp, *sp = (char *)r[REG_RSP];
        hash = mix(hash, t->local, local_size);
        hash = mix(hash, r, sizeof(greg_t) * (REG_RIP + 1));
        hash = mix(hash, sp, (size_t)(stack + STACK - sp));
    }
    return hash | 1;
}

/* Whether the state is new. */
static int remember(void) {
    unsigned long hash = state_hash(), i = hash % SEEN;
    for (; s->seen[i] != 0; i = (i + 1) % SEEN)
        if (s->seen[i] == hash)
            return 0;
    s->seen[i] = hash;
    if (++s->states > SEEN / 2) {
        fprintf(stderr, "too many states\n");
        exit(1);
    }
    return 1;
}

static void add_outcome(void) {
    char text[4400];
    snprintf(text, sizeof text, "%s%s", s->output, s->ending);
    int i = 0;
    while (i < s->outcome_count && strcmp(s->outcomes[i], text) < 0)
        i++;
    if (i < s->outcome_count && strcmp(s->outcomes[i], text) == 0)
        return;
    if (s->outcome_count == OUTCOMES)
        return;
    memmove(s->outcomes + i + 1, s->outcomes + i, sizeof *s->outcomes * (size_t)(s->outcome_count - i));
    s->outcomes[i] = strdup(text);
    s->outcome_count++;
}

static void run(const struct program *program) {
    memcpy(&__data_start, s->static_data, (size_t)(&_end - &__data_start));
    memset(s->heap, 0, HEAP);
    for (int i = 0; i < THREADS; i++)
        s->threads[i].status = UNUSED;
    s->objects = s->ended = s->position = s->asked = 0;
    s->used = 0;
    s->output[0] = s->ending[0] = 0;
    s->runs++;
    __ax_spawn((void *(*)(void *))program->main, NULL);
    while (!s->ended) {
        int enabled[THREADS], count = 0;
        for (int i = 0; i < THREADS; i++) {
            if (s->threads[i].status == WAITING) {
                s->asked = 1;
                resume(i);
                s->asked = 0;
            }
            if (s->threads[i].status == READY || (s->threads[i].status == WAITING && s->threads[i].possible))
                enabled[count++] = i;
        }
        if (count == 0) {
            strcpy(s->ending, "; deadlock");
            break;
        }
        if (s->position == s->length && !remember())
            return;
        resume(enabled[choose(count)]);
    }
    if (strcmp(s->ending, "assume") != 0)
        add_outcome();
}

/* The next run: the last choice that has an alternative takes it. */
static int advance(void) {
    while (s->length > 0 && s->choice[s->length - 1] + 1 == s->width[s->length - 1])
        s->length--;
    if (s->length == 0)
        return 0;
    s->choice[s->length - 1]++;
    return 1;
}

static int find_local(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            size_t align = info->dlpi_phdr[i].p_align;
            local_size = (info->dlpi_phdr[i].p_memsz + align - 1) / align * align;
        }
    return 1; /* the first is the program itself */
}

static int check(const struct program *program) {
    s->length = s->outcome_count = 0;
    s->states = s->runs = 0;
    memset(s->seen, 0, sizeof *s->seen * SEEN);
    do
        run(program);
    while (advance());
    int n = 0, same = 1;
    while (program->outcomes[n] != NULL)
        n++;
    same = n == s->outcome_count;
    for (int i = 0; i < n && same; i++)
        same = strcmp(program->outcomes[i], s->outcomes[i]) == 0;
    printf("%s: %lu states, %lu runs%s\n", program->name, s->states, s->runs, same ? "" : ", WRONG:");
    for (int i = 0; i < s->outcome_count && !same; i++)
        printf("    <%s>\n", s->outcomes[i]);
    return same;
}

int main(int argc, char **argv) {
    dl_iterate_phdr(find_local, NULL);
    char *pointer;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    local_start = pointer - local_size;
    s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    s->heap = mmap(NULL, HEAP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    s->seen = mmap(NULL, sizeof *s->seen * SEEN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (local_size > TLS)
        return 2;
    memcpy(s->first_local, local_start, local_size);
    __ax_spawn(NULL, NULL); /* makes the stacks */
    size_t n = (size_t)(&_end - &__data_start);
    s->static_data = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(s->static_data, &__data_start, n);
    int good = 1;
    for (const struct program *p = programs; p->name != NULL; p++)
        if (argc < 2 || strcmp(argv[1], p->name) == 0)
            good &= check(p);
    return !good;
}
