/* Condition variables of POSIX threads, in the memory of glibc's pthread_cond_t (48 bytes).
 *
 *   offset 0   waiting  the threads that wait, a bit each by number (up to 64)
 *   offset 8   mutex    the one they wait with; null when nobody waits
 *   offset 16  state    0 in use, -1 after pthread_cond_destroy
 * All other bytes are 0: PTHREAD_COND_INITIALIZER is all zero. Without waiting threads it always looks the same.
 *
 * Waiting: the thread enters the set and unlocks the mutex in one step; once it was woken and the mutex is free it
 * locks it and goes on, in one step. A signal wakes any one of the waiting threads, a broadcast all. A thread that was
 * woken no longer touches the condition variable (see waiting.c), so it may be destroyed and freed after a broadcast.
 * Wake-ups without a signal happen only where `__ax_spurious` is not 0.
 * pthread_cond_timedwait: when its turn comes a thread that was not woken has timed out. It first leaves the set and
 * then locks the mutex, so that a signal in between is another thread's or lost. Since its turn may come late, every
 * order of signal and time-out is tried, and it never waits for ever.
 *
 * Undefined by POSIX and reported: waiting with a normal mutex that one does not have (EPERM for other kinds), with one
 * that is locked twice, or with another mutex than those that wait already; destroying one on which threads wait; any
 * use after that.
 *
 * Left out: clocks (the attribute is kept). The order of waking is any.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EPERM = 1, EINVAL = 22, ETIMEDOUT = 110, ROBUST = 16 };

/* As in pthread_mutex.c. */
struct mutex {
    int unused;
    unsigned count;
    int owner;
    unsigned state;
    int kind;
    int rest[5];
};

struct condition {
    unsigned long waiting;
    struct mutex *mutex;
    int state;
    int rest[7];
};

struct condition_attributes {
    int bits; /* 1 shared between processes; the clock times 2 */
};

struct timespec {
    long seconds, nanoseconds;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_choose(int low, int high);
int __ax_self(void);
int __ax_has_ended(int thread);
int __lib_mutex_enter(struct mutex *m, int self);
int __lib_mutex_leave(struct mutex *m, int self);
int pthread_mutex_lock(struct mutex *m);
_Noreturn void pthread_exit(void *result);

extern int __lib_woken[64], __lib_cancel_pending[64];
extern _Thread_local int __lib_cancel_disabled;

/* Not 0: a thread may stop waiting without a signal (`--spurious`). */
int __ax_spurious;

int pthread_cond_init(struct condition *restrict c, const struct condition_attributes *restrict attributes) {
    (void)attributes;
    __ax_atomic_begin();
    *c = (struct condition){0};
    __ax_atomic_end();
    return 0;
}

/* Whether it was destroyed, which is reported. */
static int is_destroyed(const struct condition *c) {
    if (c->state >= 0)
        return 0;
    __ax_error(AX_UNDEFINED, "uses a condition variable that was destroyed");
    return 1;
}

int pthread_cond_destroy(struct condition *c) {
    __ax_atomic_begin();
    if (!is_destroyed(c) && c->waiting != 0)
        __ax_error(AX_UNDEFINED, "destroys a condition variable on which a thread waits");
    *c = (struct condition){.state = -1};
    __ax_atomic_end();
    return 0;
}

static void leave(struct condition *c, int thread) {
    c->waiting &= ~(1ul << thread);
    if (c->waiting == 0)
        c->mutex = 0;
}

static void wake(struct condition *c, int thread) {
    leave(c, thread);
    __lib_woken[thread] = 1;
}

/* The first step of waiting: into the set, and the mutex is free. */
static int enqueue(struct condition *c, struct mutex *m, int self) {
    int result = 0;
    __ax_atomic_begin();
    if (is_destroyed(c))
        result = EINVAL;
    else if (m->owner != self + 1) {
        if ((m->kind & (3 | ROBUST)) == 0 || m->kind < 0 || (m->kind & 3) == 3)
            __ax_error(AX_UNDEFINED, "waits on a condition variable with a mutex that it has not locked");
        result = EPERM;
    } else {
        if (m->count != 1)
            __ax_error(AX_UNDEFINED, "waits on a condition variable with a mutex that it has locked twice");
        if (c->waiting != 0 && c->mutex != m)
            __ax_error(AX_UNDEFINED, "waits on a condition variable with another mutex than other threads");
        c->waiting |= 1ul << self;
        c->mutex = m;
        __lib_mutex_leave(m, self + 1);
    }
    __ax_atomic_end();
    return result;
}

int pthread_cond_wait(struct condition *restrict c, struct mutex *restrict m) {
    int self = __ax_self(), cancel_disabled = __lib_cancel_disabled, result = enqueue(c, m, self);
    if (result != 0)
        return result;
    __ax_atomic_begin();
    __ax_wait((__lib_woken[self] || __ax_spurious || (__lib_cancel_pending[self] && !cancel_disabled)) &&
              (m->owner == 0 || m->kind < 0 || ((m->kind & ROBUST) != 0 && __ax_has_ended(m->owner - 1))));
    int woken = __lib_woken[self], cancelled = !woken && __lib_cancel_pending[self] && !cancel_disabled;
    if (!woken)
        leave(c, self);
    __lib_woken[self] = 0;
    result = __lib_mutex_enter(m, self + 1);
    __ax_atomic_end();
    if (cancelled)
        pthread_exit((void *)-1);
    return result;
}

int pthread_cond_timedwait(struct condition *restrict c, struct mutex *restrict m,
                           const struct timespec *restrict until) {
    if (until->nanoseconds < 0 || until->nanoseconds > 999999999)
        return EINVAL;
    int self = __ax_self(), cancel_disabled = __lib_cancel_disabled, result = enqueue(c, m, self);
    if (result != 0)
        return result;
    __ax_atomic_begin();
    __ax_wait(!__lib_woken[self] || m->owner == 0 || m->kind < 0 ||
              ((m->kind & ROBUST) != 0 && __ax_has_ended(m->owner - 1)));
    if (__lib_woken[self]) {
        __lib_woken[self] = 0;
        result = __lib_mutex_enter(m, self + 1);
        __ax_atomic_end();
        return result;
    }
    leave(c, self);
    int cancelled = __lib_cancel_pending[self] && !cancel_disabled;
    int timed_out = !__ax_spurious || __ax_choose(0, 1);
    __ax_atomic_end();
    result = pthread_mutex_lock(m);
    if (cancelled)
        pthread_exit((void *)-1);
    return result != 0 ? result : timed_out ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(struct condition *restrict c, struct mutex *restrict m, int clock,
                           const struct timespec *restrict until) {
    (void)clock;
    return pthread_cond_timedwait(c, m, until);
}

int pthread_cond_signal(struct condition *c) {
    int count = 0;
    __ax_atomic_begin();
    if (!is_destroyed(c)) {
        for (int i = 0; i < 64; i++)
            count += (int)(c->waiting >> i & 1);
        int chosen = count > 1 ? __ax_choose(0, count - 1) : 0;
        for (int i = 0; i < 64 && count > 0; i++)
            if ((c->waiting >> i & 1) && chosen-- == 0) {
                wake(c, i);
                break;
            }
    }
    __ax_atomic_end();
    return 0;
}

int pthread_cond_broadcast(struct condition *c) {
    __ax_atomic_begin();
    if (!is_destroyed(c))
        for (int i = 0; i < 64; i++)
            if (c->waiting >> i & 1)
                wake(c, i);
    __ax_atomic_end();
    return 0;
}

int pthread_condattr_init(struct condition_attributes *a) {
    a->bits = 0;
    return 0;
}

int pthread_condattr_destroy(struct condition_attributes *a) {
    (void)a;
    return 0;
}

int pthread_condattr_setpshared(struct condition_attributes *a, int shared) {
    if (shared != 0 && shared != 1)
        return EINVAL;
    a->bits = (a->bits & ~1) | shared;
    return 0;
}

int pthread_condattr_getpshared(const struct condition_attributes *restrict a, int *restrict shared) {
    *shared = a->bits & 1;
    return 0;
}

/* CLOCK_REALTIME is 0, CLOCK_MONOTONIC 1: no other can be waited on. */
int pthread_condattr_setclock(struct condition_attributes *a, int clock) {
    if (clock != 0 && clock != 1)
        return EINVAL;
    a->bits = (a->bits & 1) | clock * 2;
    return 0;
}

int pthread_condattr_getclock(const struct condition_attributes *restrict a, int *restrict clock) {
    *clock = a->bits / 2;
    return 0;
}
