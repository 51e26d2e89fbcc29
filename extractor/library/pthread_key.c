/* Thread-specific data of POSIX threads: keys and their values.
 *
 * A key is an index into a table of 32; the values of all threads are one object on the heap that lives as long as the
 * key. The lowest free index is given out. At the end of a thread its values become null, and destructors of those that
 * were not are called, until all are null, at most four times (PTHREAD_DESTRUCTOR_ITERATIONS).
 * Undefined by POSIX and reported: use of a key that does not exist (pthread_setspecific and pthread_key_delete give
 * EINVAL then, as in glibc, pthread_getspecific null).
 *
 * Left out: more than 32 keys, which is reported as not modelled.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EINVAL = 22, MOST = 32, THREADS = 64, ROUNDS = 4 };

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
int __ax_self(void);
void *__ax_allocate(size_t size);
void __ax_release(void *p);

extern _Thread_local void (*__lib_at_thread_end)(void);

typedef void destructor_function(void *);

struct key {
    void **values; /* by number of the thread; null for a key that does not exist */
    destructor_function *destructor;
};

static struct key keys[MOST];

/* One step: takes out the next value from key `first` on that has a destructor; MOST when there is none. Values without
 * one are forgotten on the way. */
static int take(int self, int first, destructor_function **destructor, void **value) {
    int i = first;
    __ax_atomic_begin();
    for (; i < MOST; i++)
        if (keys[i].values != 0 && keys[i].values[self] != 0) {
            *destructor = keys[i].destructor;
            *value = keys[i].values[self];
            keys[i].values[self] = 0;
            if (*destructor != 0)
                break;
        }
    __ax_atomic_end();
    return i;
}

static void at_thread_end(void) {
    int self = __ax_self(), called = 1;
    destructor_function *destructor = 0;
    void *value = 0;
    for (int round = 0; round < ROUNDS && called; round++) {
        called = 0;
        for (int i = take(self, 0, &destructor, &value); i < MOST; i = take(self, i + 1, &destructor, &value)) {
            called = 1;
            destructor(value);
        }
    }
    if (called) /* what is left must not be there for another thread of this number */
        for (int i = 0; i < MOST; i = take(self, i, &destructor, &value))
            ;
}

int pthread_key_create(unsigned *key, destructor_function *destructor) {
    int i = 0;
    void **values = __ax_allocate(THREADS * sizeof *values);
    for (int k = 0; k < THREADS; k++)
        values[k] = 0;
    __ax_atomic_begin();
    while (i < MOST - 1 && keys[i].values != 0)
        i++;
    if (keys[i].values != 0)
        __ax_error(AX_NOT_MODELLED, "more than 32 keys of thread-specific data");
    keys[i] = (struct key){values, destructor};
    __ax_atomic_end();
    *key = (unsigned)i;
    return 0;
}

/* Whether there is no such key, which is reported. */
static int is_unknown(unsigned key) {
    if (key < MOST && keys[key].values != 0)
        return 0;
    __ax_error(AX_UNDEFINED, "uses a key of thread-specific data that does not exist");
    return 1;
}

int pthread_key_delete(unsigned key) {
    int result = EINVAL;
    __ax_atomic_begin();
    if (!is_unknown(key)) {
        __ax_release(keys[key].values);
        keys[key] = (struct key){0, 0};
        result = 0;
    }
    __ax_atomic_end();
    return result;
}

int pthread_setspecific(unsigned key, const void *value) {
    int self = __ax_self(), result = EINVAL;
    __lib_at_thread_end = at_thread_end;
    __ax_atomic_begin();
    if (!is_unknown(key)) {
        keys[key].values[self] = (void *)value;
        result = 0;
    }
    __ax_atomic_end();
    return result;
}

void *pthread_getspecific(unsigned key) {
    int self = __ax_self();
    void *value = 0;
    __ax_atomic_begin();
    if (!is_unknown(key))
        value = keys[key].values[self];
    __ax_atomic_end();
    return value;
}
