/* <threads.h> of C11, on top of the POSIX threads here as in glibc: mtx_t is a pthread_mutex_t, cnd_t a pthread_cond_t,
 * thrd_t a pthread_t, tss_t a pthread_key_t, once_flag an `int` (call_once is in pthread_once.c).
 *
 * C11 leaves undefined, and POSIX's functions report: unlocking a mutex that another thread has, destroying one that is
 * locked, waiting on a condition with a mutex that is not locked. Reported here: mtx_timedlock of a mutex without
 * mtx_timed. Locking a mutex again that is not recursive waits for ever, as in glibc; mtx_trylock is busy.
 * A mtx_t or cnd_t of zeros counts as initialised: it cannot be told from one that is.
 * C11's text that a mutex may be found busy without reason is not followed: glibc's never is.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_timedout = 4 };
enum { mtx_recursive = 1, mtx_timed = 2, EBUSY = 16, ETIMEDOUT = 110, NOT_TIMED = 256 };

struct mutex {
    int unused;
    unsigned count;
    int owner;
    unsigned state;
    int kind; /* as in pthread_mutex.c; NOT_TIMED is C11's */
    int rest[5];
};
struct condition;

struct timespec {
    long seconds, nanoseconds;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
unsigned long __lib_start(void (*f)(void), void *argument, int detached, int returns_int);
int pthread_join(unsigned long thread, void **result);
int pthread_detach(unsigned long thread);
_Noreturn void pthread_exit(void *result);
unsigned long pthread_self(void);
int pthread_mutex_lock(struct mutex *m);
int pthread_mutex_trylock(struct mutex *m);
int pthread_mutex_timedlock(struct mutex *restrict m, const struct timespec *restrict until);
int pthread_mutex_unlock(struct mutex *m);
int pthread_mutex_destroy(struct mutex *m);
int pthread_cond_init(struct condition *restrict c, const void *restrict attributes);
int pthread_cond_destroy(struct condition *c);
int pthread_cond_signal(struct condition *c);
int pthread_cond_broadcast(struct condition *c);
int pthread_cond_wait(struct condition *restrict c, struct mutex *restrict m);
int pthread_cond_timedwait(struct condition *restrict c, struct mutex *restrict m,
                           const struct timespec *restrict until);
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
int pthread_setspecific(unsigned key, const void *value);
void *pthread_getspecific(unsigned key);
int nanosleep(const struct timespec *duration, struct timespec *remaining);

static int result_of(int error) {
    return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int thrd_create(unsigned long *thread, int (*f)(void *), void *argument) {
    *thread = __lib_start((void (*)(void))f, argument, 0, 1);
    return thrd_success;
}

int thrd_join(unsigned long thread, int *result) {
    void *value = 0;
    int error = pthread_join(thread, &value);
    if (error == 0 && result != 0)
        *result = (int)(long)value;
    return result_of(error);
}

int thrd_detach(unsigned long thread) { return result_of(pthread_detach(thread)); }
_Noreturn void thrd_exit(int result) { pthread_exit((void *)(long)result); }
unsigned long thrd_current(void) { return pthread_self(); }
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
void thrd_yield(void) {}
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) { return nanosleep(duration, remaining); }

int mtx_init(struct mutex *m, int type) {
    if (type < 0 || type > (mtx_recursive | mtx_timed))
        return thrd_error;
    __ax_atomic_begin();
    *m = (struct mutex){.kind = (type & mtx_recursive) | (type & mtx_timed ? 0 : NOT_TIMED)};
    __ax_atomic_end();
    return thrd_success;
}

void mtx_destroy(struct mutex *m) { pthread_mutex_destroy(m); }
int mtx_lock(struct mutex *m) { return result_of(pthread_mutex_lock(m)); }
int mtx_trylock(struct mutex *m) { return result_of(pthread_mutex_trylock(m)); }
int mtx_unlock(struct mutex *m) { return result_of(pthread_mutex_unlock(m)); }

int mtx_timedlock(struct mutex *restrict m, const struct timespec *restrict until) {
    if (m->kind >= 0 && (m->kind & NOT_TIMED) != 0)
        __ax_error(AX_UNDEFINED, "calls mtx_timedlock with a mutex that is not of type mtx_timed");
    return result_of(pthread_mutex_timedlock(m, until));
}

int cnd_init(struct condition *c) { return result_of(pthread_cond_init(c, 0)); }
void cnd_destroy(struct condition *c) { pthread_cond_destroy(c); }
int cnd_signal(struct condition *c) { return result_of(pthread_cond_signal(c)); }
int cnd_broadcast(struct condition *c) { return result_of(pthread_cond_broadcast(c)); }
int cnd_wait(struct condition *c, struct mutex *m) { return result_of(pthread_cond_wait(c, m)); }

int cnd_timedwait(struct condition *restrict c, struct mutex *restrict m, const struct timespec *restrict until) {
    return result_of(pthread_cond_timedwait(c, m, until));
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return result_of(pthread_key_create(key, destructor)); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void *value) { return result_of(pthread_setspecific(key, value)); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
