/* The world of one program under test: what a schedule is, what a state is, and who owns what.
 *
 * The program is a shared object that gcc instrumented (-fsanitize=thread,bounds,integer-divide-by-zero). Its threads
 * are coroutines of one process. A thread stops before each operation that another thread may see; `search.c` chooses
 * who goes on. A state is the program's static data, the heap, the used part of each stack, and `struct world`: nothing
 * else may differ between two states, so that a saved state can be put back and two states can be compared.
 */
#ifndef ORACLE_RUNTIME_H
#define ORACLE_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

enum {
    MAX_THREADS = 6,
    MAX_OBJECTS = 64,
    MAX_OBSERVED = 32,
    MAX_KEYS = 4,
    STACK_BYTES = 1 << 16,
    HEAP_BYTES = 1 << 14,
    /* Bytes before and after a heap object that belong to nobody. */
    RED_ZONE = 64,
};

/* What a thread is about to do when it is given its turn. */
enum operation {
    OP_NONE,   /* not started, or ended */
    OP_STEP,   /* possible at once */
    OP_SIGNAL, /* possible at once, one way for each thread that waits on `object` */
    OP_LOCK,   /* waits for the mutex `object` */
    OP_WAIT,   /* waits for a signal on the condition variable `object`, then for the mutex `second` */
    OP_TIMED,  /* the same, and goes on without a signal once it can have the mutex; a signal makes it OP_LOCK */
    OP_SEM,    /* waits until the semaphore `object` is above 0 */
    OP_JOIN,   /* waits for the end of thread `target` */
    OP_BARRIER, /* waits until the barrier `object` has let its round go */
    OP_READ,   /* waits until nobody writes under the read-write lock `object` */
    OP_WRITE,  /* waits until the read-write lock `object` is free */
    OP_SPIN,   /* waits until the spin lock `object` is free */
    OP_ONCE    /* waits until nobody is running the function of `object` */
};

struct thread {
    void *sp; /* where it stopped */
    enum operation operation;
    uint32_t target;
    void *object, *second;
    void *result;
    void *specific[MAX_KEYS];
    uintptr_t place; /* code address of the operation */
    uint8_t live, joined, detached, alternative;
};

enum object_state { OBJECT_LIVE = 1, OBJECT_FREED };

struct object {
    uint32_t start, size; /* offsets in the heap */
    enum object_state state;
};

struct world {
    struct thread threads[MAX_THREADS];
    struct object objects[MAX_OBJECTS];
    uint32_t thread_count, object_count, heap_used, observed_count, key_count, spare;
    int64_t observed[MAX_OBSERVED];
};

extern struct world world;
extern int current;                 /* the thread that runs */
extern unsigned char *heap, *heap_set; /* contents, and per byte whether it was ever written */
extern unsigned char *data_start, *data_end;   /* the program's static data */
extern unsigned char *image_start, *image_end; /* everything of the program that is mapped */

unsigned char *stack_top(int thread);
unsigned char *stack_low(int thread);

/* Stops the running thread before `operation`; comes back when it is given its turn. */
void stop_before(enum operation operation, void *object, uintptr_t place);
/* Ends this run with an outcome; `detail` is a line or a code address. Does not come back. */
_Noreturn void end_run(const char *kind, uintptr_t detail);
/* Runs a thread until it stops again; 0 when the run has ended. */
int resume(int thread, int alternative);
/* Makes a thread that will call `start(argument)`; its number. */
int new_thread(void *(*start)(void *), void *argument);
/* Whether the thread can do its operation; the number of ways it can. */
int ways(int thread);
/* Ends the run unless [address, address + size) may be accessed; a read of what was never written ends it, too. */
void check_access(const void *address, size_t size, int write, uintptr_t place);
/* Reads the names and sizes of the static objects. */
void load_objects(const char *file, uintptr_t base);

/* Outcome of the run that just ended. */
extern const char *ended_kind;
extern uintptr_t ended_detail;

#define PLACE ((uintptr_t)__builtin_return_address(0))

#endif
