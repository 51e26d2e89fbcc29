/* Threads of POSIX: create, join, detach, exit, self, equal, and the cleanup handlers.
 *
 * pthread_t is the number of the thread plus 1, so that 0 is no thread. For each number (up to 64) there are a value
 * and flags; the value is the argument until the thread has started, the result until the thread was joined, and all is
 * 0 then. What ended and was joined or detached is given back by `__ax_reclaim`: its number may be given out again.
 *
 * A thread ends by return of its function, pthread_exit or cancellation: cleanup handlers, then destructors of
 * thread-specific data, then its result can be had. When `main` ended by pthread_exit the last thread ends the program
 * with status 0. pthread_join of oneself gives EDEADLK; other circles of joins wait for ever (glibc tells some).
 * Cleanup handlers follow glibc's macros: pthread_cleanup_push calls __sigsetjmp and registers its buffer; a thread
 * that ends jumps from buffer to buffer.
 * Undefined by POSIX and reported: joining or detaching what was joined, is detached or is no thread. Two threads that
 * join one: the later reports it.
 *
 * Left out: pthread_create that fails, signals (pthread_kill, pthread_sigmask), scheduling, names, affinity,
 * pthread_atfork.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { ESRCH = 3, EBUSY = 16, EINVAL = 22, EDEADLK = 35, ETIMEDOUT = 110 };
/* WAS_DETACHED: it is gone, and nobody joined it. */
/* WITHOUT_VALUE: the function of the thread ended and gave no value; who joins it gets bytes that were never set. */
enum { MOST = 64, JOINABLE = 1, DETACHED = 2, RETURNS_INT = 4, WAS_DETACHED = 8, WITHOUT_VALUE = 16 };

typedef void *start_function(void *);
typedef int start_function_of_c11(void *);
typedef void any_function(void); /* one of the two, cast back before it is called */

/* As in pthread_attr.c. */
struct attributes {
    int detached;
    int rest[13];
};

struct timespec {
    long seconds, nanoseconds;
};

/* glibc's __pthread_unwind_buf_t: a jmp_buf without the mask, and room for us. */
struct cleanup {
    long jump[9];
    struct cleanup *next;
    void *room[3];
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
int __ax_own(void);
int __ax_spawn(start_function *f, void *argument);
_Noreturn void __ax_end_thread(void);
int __ax_has_ended(int thread);
int __ax_gave_value(void);
void __ax_joined(int thread);
void *__ax_allocate(unsigned long size);
void __ax_release(void *object);
void __ax_reclaim(int thread);
_Noreturn void exit(int status);
_Noreturn void siglongjmp(void *buffer, int value);

extern int __lib_woken[64], __lib_cancel_pending[64];
extern _Thread_local int __lib_cancel_disabled;

/* Set by pthread_key.c when the thread has values of its own: calls their destructors. */
_Thread_local void (*__lib_at_thread_end)(void);

static void *__lib_thread_value[MOST];
static int __lib_thread_flags[MOST] = {JOINABLE};

static _Thread_local struct cleanup *handlers;
static _Thread_local void *result;
static _Thread_local int without_value;

static void forget(int thread, int left) {
    __lib_thread_value[thread] = 0;
    __lib_thread_flags[thread] = left;
    __lib_cancel_pending[thread] = 0;
    __ax_reclaim(thread);
}

static int is_last(int self) {
    int last = 1;
    for (int i = 0; i < MOST; i++)
        last = last && (i == self || __ax_has_ended(i));
    return last;
}

/* The end of a thread whose handlers were called. */
static _Noreturn void finish(void) {
    if (__lib_at_thread_end != 0)
        __lib_at_thread_end();
    __ax_atomic_begin();
    int self = __ax_own();
    if ((self == 0 || __ax_has_ended(0)) && is_last(self)) {
        __ax_atomic_end();
        exit(0);
    }
    if ((__lib_thread_flags[self] & DETACHED) != 0)
        forget(self, WAS_DETACHED);
    else
        __lib_thread_value[self] = result;
    if (without_value && (__lib_thread_flags[self] & JOINABLE) != 0)
        __lib_thread_flags[self] |= WITHOUT_VALUE;
    __lib_cancel_pending[self] = 0;
    __ax_end_thread(); /* ends the atomic section, too */
}

/* The next handler, or the end. */
static _Noreturn void unwind(void) {
    struct cleanup *next = handlers;
    if (next == 0)
        finish();
    handlers = next->next;
    siglongjmp(next->jump, 1);
}

_Noreturn void pthread_exit(void *thread_result) {
    __lib_cancel_disabled = 1;
    result = thread_result;
    unwind();
}

void __pthread_register_cancel(struct cleanup *buffer) {
    buffer->next = handlers;
    handlers = buffer;
}

void __pthread_unregister_cancel(struct cleanup *buffer) { handlers = buffer->next; }
void __pthread_register_cancel_defer(struct cleanup *buffer) { __pthread_register_cancel(buffer); }
void __pthread_unregister_cancel_restore(struct cleanup *buffer) { __pthread_unregister_cancel(buffer); }

_Noreturn void __pthread_unwind_next(struct cleanup *buffer) {
    (void)buffer;
    unwind();
}

/* What every thread but `main` runs. */
static void *run(void *function) {
    any_function *f = (any_function *)function;
    __ax_atomic_begin();
    int self = __ax_own();
    void *argument = __lib_thread_value[self];
    int returns_int = __lib_thread_flags[self] & RETURNS_INT;
    __lib_thread_value[self] = 0;
    __ax_atomic_end();
    void *its_result;
    int gave_value;
    if (returns_int) {
        int number = ((start_function_of_c11 *)f)(argument);
        gave_value = __ax_gave_value();
        its_result = (void *)(long)number;
    } else {
        its_result = ((start_function *)f)(argument);
        gave_value = __ax_gave_value();
    }
    without_value = !gave_value;
    pthread_exit(its_result);
}

/* Starts a thread; its number plus 1. */
unsigned long __lib_start(any_function *f, void *argument, int detached, int returns_int) {
    __ax_atomic_begin();
    int thread = __ax_spawn(run, (void *)f);
    if (thread >= MOST)
        __ax_error(AX_NOT_MODELLED, "more than 64 threads");
    __lib_thread_value[thread] = argument;
    __lib_thread_flags[thread] = ((detached ? DETACHED : JOINABLE) | (returns_int ? RETURNS_INT : 0));
    __ax_atomic_end();
    return (unsigned long)thread + 1;
}

/* A statement that CBMC runs as a thread of its own. */
void __lib_start_async(void *f, void *block) { __lib_start((any_function *)f, block, 1, 0); }

int pthread_create(unsigned long *restrict thread, const struct attributes *restrict attributes, start_function *f,
                   void *restrict argument) {
    *thread = __lib_start((any_function *)f, argument, attributes != 0 && attributes->detached, 0);
    return 0;
}

/* Whether it is no thread that can be joined or detached, which is reported; part of the step of the caller. */
static int is_gone(int thread, const char *joined, const char *detached) {
    if ((__lib_thread_flags[thread] & JOINABLE) != 0)
        return 0;
    if (__lib_thread_flags[thread] == 0)
        __ax_error(AX_UNDEFINED, joined);
    else
        __ax_error(AX_NOT_MODELLED, detached); /* left open since POSIX.1-2008; glibc gives EINVAL while it runs */
    return __lib_thread_flags[thread] == 0 ? ESRCH : EINVAL;
}

/* Joins the thread; where it has not ended gives `otherwise`, or waits if that is 0. */
static int join(unsigned long id, void **to, int otherwise) {
    int thread = (int)(id - 1), self = __ax_self(), cancel_disabled = __lib_cancel_disabled;
    void *its_result = 0;
    int has_value = 1;
    if (id == 0 || id > MOST) {
        __ax_error(AX_UNDEFINED, "joins what is no thread");
        return ESRCH;
    }
    if (thread == self)
        return EDEADLK;
    __ax_atomic_begin();
    __ax_wait(__ax_has_ended(thread) || (__lib_thread_flags[thread] & JOINABLE) == 0 || otherwise != 0 ||
              (__lib_cancel_pending[self] && !cancel_disabled));
    int error = is_gone(thread, "joins a thread that was joined already", "joins a thread that is detached");
    int cancelled = __lib_cancel_pending[self] && !cancel_disabled;
    if (error == 0 && !__ax_has_ended(thread))
        error = otherwise;
    else if (error == 0 && !cancelled) {
        its_result = __lib_thread_value[thread];
        has_value = (__lib_thread_flags[thread] & WITHOUT_VALUE) == 0;
        if (otherwise == 0)
            __ax_joined(thread);
        forget(thread, 0);
    }
    __ax_atomic_end();
    if (cancelled)
        pthread_exit((void *)-1);
    if (error == 0 && to != 0 && has_value)
        *to = its_result;
    if (error == 0 && to != 0 && !has_value) {
        unsigned char *never_set = __ax_allocate(sizeof its_result);
        for (unsigned long i = 0; i < sizeof its_result; i++)
            ((unsigned char *)to)[i] = never_set[i];
        __ax_release(never_set);
    }
    return error;
}

int pthread_join(unsigned long thread, void **to) { return join(thread, to, 0); }
int pthread_tryjoin_np(unsigned long thread, void **to) { return join(thread, to, EBUSY); }

int pthread_timedjoin_np(unsigned long thread, void **to, const struct timespec *until) {
    (void)until;
    return join(thread, to, ETIMEDOUT);
}

int pthread_detach(unsigned long id) {
    int thread = (int)(id - 1);
    if (id == 0 || id > MOST) {
        __ax_error(AX_UNDEFINED, "detaches what is no thread");
        return ESRCH;
    }
    __ax_atomic_begin();
    int error = is_gone(thread, "detaches a thread that was joined already", "detaches a thread that is detached");
    if (error == 0 && __ax_has_ended(thread))
        forget(thread, WAS_DETACHED);
    else if (error == 0)
        __lib_thread_flags[thread] = ((__lib_thread_flags[thread] & RETURNS_INT) | DETACHED);
    __ax_atomic_end();
    return error;
}

/* Whether the thread exists: it may have ended, and is not joined yet. */
int __lib_thread_exists(unsigned long id) {
    return id >= 1 && id <= MOST && (__lib_thread_flags[id - 1] & ~WAS_DETACHED) != 0;
}

unsigned long pthread_self(void) { return (unsigned long)__ax_self() + 1; }
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
