/* Return values of the synchronisation against glibc: the same random calls of one thread on both, where POSIX defines
 * what they do and glibc comes back; and that objects which are free again look as if they were never used. */
#define _GNU_SOURCE
#include "single.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>
#include <time.h>

AX(pthread_mutex_init); AX(pthread_mutex_destroy); AX(pthread_mutex_lock); AX(pthread_mutex_trylock);
AX(pthread_mutex_timedlock); AX(pthread_mutex_unlock); AX(pthread_mutex_consistent); AX(pthread_mutexattr_init);
AX(pthread_mutexattr_destroy); AX(pthread_mutexattr_settype); AX(pthread_mutexattr_gettype);
AX(pthread_mutexattr_setrobust); AX(pthread_mutexattr_getrobust); AX(pthread_mutexattr_setpshared);
AX(pthread_mutexattr_getpshared); AX(pthread_mutexattr_setprotocol); AX(pthread_mutexattr_getprotocol);
AX(pthread_cond_init); AX(pthread_cond_destroy); AX(pthread_cond_signal); AX(pthread_cond_broadcast);
AX(pthread_cond_timedwait); AX(pthread_condattr_init); AX(pthread_condattr_setclock); AX(pthread_condattr_getclock);
AX(pthread_rwlock_init); AX(pthread_rwlock_destroy); AX(pthread_rwlock_rdlock); AX(pthread_rwlock_wrlock);
AX(pthread_rwlock_tryrdlock); AX(pthread_rwlock_trywrlock); AX(pthread_rwlock_timedrdlock);
AX(pthread_rwlock_timedwrlock); AX(pthread_rwlock_unlock); AX(pthread_rwlockattr_init);
AX(pthread_rwlockattr_setkind_np); AX(pthread_rwlockattr_getkind_np);
AX(pthread_spin_init); AX(pthread_spin_destroy); AX(pthread_spin_lock); AX(pthread_spin_trylock);
AX(pthread_spin_unlock); AX(pthread_barrier_init); AX(pthread_barrier_wait); AX(pthread_barrier_destroy);
AX(sem_init); AX(sem_destroy); AX(sem_wait); AX(sem_trywait); AX(sem_timedwait); AX(sem_post); AX(sem_getvalue);
AX(pthread_once); AX(pthread_key_create); AX(pthread_key_delete); AX(pthread_setspecific); AX(pthread_getspecific);
AX(pthread_attr_init); AX(pthread_attr_setdetachstate); AX(pthread_attr_getdetachstate); AX(pthread_attr_setstacksize);
AX(pthread_attr_getstacksize); AX(pthread_attr_setscope); AX(pthread_attr_setinheritsched);
AX(pthread_attr_getguardsize); AX(pthread_attr_setschedpolicy); AX(pthread_setcancelstate); AX(pthread_self);
AX(pthread_equal); AX(pthread_join); AX(mtx_init); AX(mtx_lock); AX(mtx_trylock); AX(mtx_timedlock); AX(mtx_unlock);
AX(nanosleep); AX(clock_gettime); AX(clock_getres); AX(clock_nanosleep); AX(timespec_get); AX(time);
AX(__errno_location);

static const struct timespec past = {1, 0}, invalid = {1, 1000000000};
static const struct timespec *any_time(void) { return below(4) == 0 ? &invalid : &past; }

#define SAME(call, ...) CHECK(call(__VA_ARGS__) == ax_##call(__VA_ARGS__))
/* The same call on glibc's object `g` and on ours, `a`. */
#define BOTH(function, ...)                                                                                            \
    do {                                                                                                               \
        int expected = function(&g __VA_OPT__(, ) __VA_ARGS__), actual = ax_##function(&a __VA_OPT__(, ) __VA_ARGS__); \
        CHECK(expected == actual);                                                                                     \
        result = actual;                                                                                               \
    } while (0)
/* The same for functions that give -1 and errno. */
#define BOTH_ERRNO(function, ...)                                                                                      \
    do {                                                                                                               \
        errno = *ax___errno_location() = 0;                                                                            \
        BOTH(function, __VA_ARGS__);                                                                                   \
        CHECK(errno == *ax___errno_location());                                                                        \
    } while (0)

static void mutexes(void) {
    static const pthread_mutex_t initialisers[] = {
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
        PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP};
    pthread_mutex_t g, a, unused;
    pthread_mutexattr_t kind_g, kind_a;
    int kind = (int)below(4), is_robust = (int)below(2), held = 0, result, by_attribute = (int)below(2);
    if (by_attribute) {
        CHECK(pthread_mutexattr_init(&kind_g) == ax_pthread_mutexattr_init(&kind_a));
        pthread_mutexattr_settype(&kind_g, kind), ax_pthread_mutexattr_settype(&kind_a, kind);
        pthread_mutexattr_setrobust(&kind_g, is_robust), ax_pthread_mutexattr_setrobust(&kind_a, is_robust);
        memset(&a, 0x5a, sizeof a);
        CHECK(pthread_mutex_init(&g, &kind_g) == 0 && ax_pthread_mutex_init(&a, &kind_a) == 0);
    } else {
        is_robust = 0;
        g = a = initialisers[kind];
    }
    unused = a;
    const struct timespec *until;
    int again = kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
    for (int i = 0; i < 30; i++)
        switch (below(4)) {
        case 0:
            if (held == 0 || again) {
                BOTH(pthread_mutex_lock);
                held += result == 0;
            }
            break;
        case 1:
            if (is_robust && kind == PTHREAD_MUTEX_ERRORCHECK && held)
                break; /* EBUSY in POSIX, EDEADLK in glibc */
            BOTH(pthread_mutex_trylock);
            held += result == 0;
            break;
        case 2:
            if (kind == PTHREAD_MUTEX_ADAPTIVE_NP && held)
                break; /* glibc before 2.37 spins for a while */
            until = any_time();
            BOTH(pthread_mutex_timedlock, until);
            held += result == 0;
            break;
        default:
            if (held > 0 || again || is_robust) {
                BOTH(pthread_mutex_unlock);
                held -= result == 0;
            }
            CHECK(ax_pthread_mutex_consistent(&a) == EINVAL);
        }
    while (held-- > 0)
        BOTH(pthread_mutex_unlock);
    CHECK(memcmp(&a, &unused, sizeof a) == 0);
    BOTH(pthread_mutex_destroy);
    CHECK(error_kind == 0);
    ax_pthread_mutex_lock(&a);
    CHECK(error_kind == 3);
    error_kind = 0;
}

static void mutex_attributes(void) {
    pthread_mutexattr_t g, a;
    int result, x = -1, y = -1;
    memset(&a, 0x5a, sizeof a);
    BOTH(pthread_mutexattr_init);
    for (int i = 0; i < 10; i++) {
        int value = (int)below(6) - 1;
        BOTH(pthread_mutexattr_settype, value);
        BOTH(pthread_mutexattr_setrobust, value);
        BOTH(pthread_mutexattr_setpshared, value);
        BOTH(pthread_mutexattr_setprotocol, value);
        CHECK(pthread_mutexattr_gettype(&g, &x) == ax_pthread_mutexattr_gettype(&a, &y) && x == y);
        CHECK(pthread_mutexattr_getrobust(&g, &x) == ax_pthread_mutexattr_getrobust(&a, &y) && x == y);
        CHECK(pthread_mutexattr_getpshared(&g, &x) == ax_pthread_mutexattr_getpshared(&a, &y) && x == y);
        CHECK(pthread_mutexattr_getprotocol(&g, &x) == ax_pthread_mutexattr_getprotocol(&a, &y) && x == y);
    }
    BOTH(pthread_mutexattr_destroy);
}

static void rwlocks(void) {
    pthread_rwlock_t g = PTHREAD_RWLOCK_INITIALIZER, a = g, unused;
    pthread_rwlockattr_t kind_g, kind_a;
    int readers = 0, writer = 0, result;
    if (below(2)) {
        int kind = (int)below(3);
        pthread_rwlockattr_init(&kind_g), ax_pthread_rwlockattr_init(&kind_a);
        CHECK(pthread_rwlockattr_setkind_np(&kind_g, kind) == ax_pthread_rwlockattr_setkind_np(&kind_a, kind));
        CHECK(pthread_rwlockattr_setkind_np(&kind_g, 7) == ax_pthread_rwlockattr_setkind_np(&kind_a, 7));
        memset(&a, 0x5a, sizeof a);
        CHECK(pthread_rwlock_init(&g, &kind_g) == ax_pthread_rwlock_init(&a, &kind_a));
    }
    unused = a;
    for (int i = 0; i < 30; i++)
        switch (below(7)) {
        case 0: if (readers < 15) { BOTH(pthread_rwlock_rdlock); readers += result == 0; } break;
        case 1: if (readers == 0) { BOTH(pthread_rwlock_wrlock); writer += result == 0; } break;
        case 2: if (readers < 15) { BOTH(pthread_rwlock_tryrdlock); readers += result == 0; } break;
        case 3: BOTH(pthread_rwlock_trywrlock); writer += result == 0; break;
        case 4: if (readers < 15) { BOTH(pthread_rwlock_timedrdlock, &past); readers += result == 0; } break;
        case 5: BOTH(pthread_rwlock_timedwrlock, &past); writer += result == 0; break;
        default:
            if (readers + writer > 0) {
                BOTH(pthread_rwlock_unlock);
                writer ? writer-- : readers--;
            }
        }
    while (readers + writer > 0) {
        BOTH(pthread_rwlock_unlock);
        writer ? writer-- : readers--;
    }
    CHECK(memcmp(&a, &unused, sizeof a) == 0);
    for (int i = 0; i < 15; i++)
        CHECK(ax_pthread_rwlock_rdlock(&a) == 0);
    CHECK(ax_pthread_rwlock_rdlock(&a) == EAGAIN);
    for (int i = 0; i < 15; i++)
        CHECK(ax_pthread_rwlock_unlock(&a) == 0);
    CHECK(memcmp(&a, &unused, sizeof a) == 0);
    BOTH(pthread_rwlock_destroy);
    CHECK(error_kind == 0);
}

static void semaphores(void) {
    sem_t g, a;
    int result, x = 0, y = 0;
    unsigned start = below(4) ? (unsigned)below(3) : below(2) ? INT_MAX : UINT_MAX - 5;
    memset(&a, 0x5a, sizeof a);
    BOTH_ERRNO(sem_init, 0, start);
    if (result != 0)
        return;
    for (int i = 0; i < 30; i++) {
        const struct timespec *until = any_time();
        CHECK(sem_getvalue(&g, &x) == ax_sem_getvalue(&a, &y) && x == y);
        switch (below(4)) {
        case 0: if (x > 0) BOTH_ERRNO(sem_wait); break;
        case 1: BOTH_ERRNO(sem_trywait); break;
        case 2: BOTH_ERRNO(sem_timedwait, x > 0 ? &past : until); break;
        default: BOTH_ERRNO(sem_post);
        }
    }
    BOTH_ERRNO(sem_destroy);
    CHECK(error_kind == 0);
}

static int calls;
static void count(void) { calls++; }

static void others(void) {
    int result, which = (int)below(5);
    {
        pthread_cond_t g = PTHREAD_COND_INITIALIZER, a = g, zero = g;
        pthread_mutex_t lock_g = PTHREAD_MUTEX_INITIALIZER, lock_a = lock_g;
        if (below(2)) {
            memset(&a, 0x5a, sizeof a);
            BOTH(pthread_cond_init, NULL);
        }
        BOTH(pthread_cond_signal);
        BOTH(pthread_cond_broadcast);
        pthread_mutex_lock(&lock_g), ax_pthread_mutex_lock(&lock_a);
        const struct timespec *until = any_time();
        CHECK(pthread_cond_timedwait(&g, &lock_g, until) == ax_pthread_cond_timedwait(&a, &lock_a, until));
        CHECK(pthread_mutex_unlock(&lock_g) == ax_pthread_mutex_unlock(&lock_a));
        CHECK(memcmp(&a, &zero, sizeof a) == 0);
        BOTH(pthread_cond_destroy);
    }
    {
        pthread_condattr_t g, a;
        int x, y;
        BOTH(pthread_condattr_init);
        BOTH(pthread_condattr_setclock, which);
        CHECK(pthread_condattr_getclock(&g, &x) == ax_pthread_condattr_getclock(&a, &y) && x == y);
    }
    {
        pthread_spinlock_t g, a;
        BOTH(pthread_spin_init, 0);
        BOTH(pthread_spin_lock);
        BOTH(pthread_spin_trylock);
        BOTH(pthread_spin_unlock);
        BOTH(pthread_spin_trylock);
        BOTH(pthread_spin_unlock);
        BOTH(pthread_spin_destroy);
    }
    {
        pthread_barrier_t g, a;
        BOTH(pthread_barrier_init, NULL, 0);
        memset(&a, 0x5a, sizeof a);
        BOTH(pthread_barrier_init, NULL, 1);
        BOTH(pthread_barrier_wait);
        BOTH(pthread_barrier_wait);
        BOTH(pthread_barrier_destroy);
    }
    {
        pthread_once_t a = PTHREAD_ONCE_INIT;
        calls = 0;
        CHECK(ax_pthread_once(&a, count) == 0 && ax_pthread_once(&a, count) == 0 && calls == 1);
    }
    {
        pthread_attr_t g, a;
        size_t x, y;
        int i, k;
        memset(&a, 0x5a, sizeof a);
        BOTH(pthread_attr_init);
        BOTH(pthread_attr_setdetachstate, which - 1);
        CHECK(pthread_attr_getdetachstate(&g, &i) == ax_pthread_attr_getdetachstate(&a, &k) && i == k);
        BOTH(pthread_attr_setstacksize, (size_t)which * 10000);
        BOTH(pthread_attr_setstacksize, 65536);
        CHECK(pthread_attr_getstacksize(&g, &x) == ax_pthread_attr_getstacksize(&a, &y) && x == y);
        CHECK(pthread_attr_getguardsize(&g, &x) == ax_pthread_attr_getguardsize(&a, &y) && x == y);
        BOTH(pthread_attr_setscope, which - 1);
        BOTH(pthread_attr_setinheritsched, which - 1);
        BOTH(pthread_attr_setschedpolicy, which - 1);
    }
    {
        pthread_key_t a[3];
        for (int i = 0; i < 3; i++)
            CHECK(ax_pthread_key_create(&a[i], NULL) == 0 && ax_pthread_getspecific(a[i]) == NULL);
        CHECK(ax_pthread_setspecific(a[1], &a) == 0 && ax_pthread_getspecific(a[1]) == &a);
        CHECK(ax_pthread_getspecific(a[0]) == NULL && ax_pthread_key_delete(a[1]) == 0);
        CHECK(ax_pthread_key_create(&a[1], NULL) == 0 && a[1] == 1 && ax_pthread_getspecific(a[1]) == NULL);
        for (int i = 0; i < 3; i++)
            CHECK(ax_pthread_key_delete(a[i]) == 0);
    }
    {
        mtx_t g, a;
        BOTH(mtx_init, mtx_timed | (which % 2 ? mtx_recursive : 0));
        BOTH(mtx_lock);
        BOTH(mtx_trylock);
        BOTH(mtx_timedlock, &past);
    }
    int old;
    CHECK(ax_pthread_setcancelstate(5, &old) == EINVAL && ax_pthread_equal(ax_pthread_self(), ax_pthread_self()));
    CHECK(ax_pthread_join(ax_pthread_self(), NULL) == EDEADLK);
    struct timespec t = {0, 1000000000}, zero = {0, 0};
    CHECK(ax_nanosleep(&t, NULL) == -1 && *ax___errno_location() == EINVAL && ax_nanosleep(&zero, NULL) == 0);
    CHECK(ax_clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL) == EINVAL);
    CHECK(ax_clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec >= 0 && t.tv_nsec < 1000000000 && t.tv_sec >= 0);
    CHECK(ax_clock_gettime(99, &t) == -1 && ax_timespec_get(&t, TIME_UTC) == TIME_UTC && ax_time(NULL) >= 0);
    CHECK(error_kind == 0);
}

/* The words of other verifiers, assert and the small calls of <unistd.h>. */
extern void ax___VERIFIER_assume(int), ax___VERIFIER_assert(int), ax___VERIFIER_error(void), ax_VS_assert(int);
extern void ax___CPROVER_assert(_Bool, const char *), ax___ESBMC_assert(_Bool, const char *), ax_reach_error(void);
extern int ax___VERIFIER_nondet_int(void), ax_VS_toss(int), ax_klee_range(int, int, const char *), ax_nondet_int(void);
extern unsigned char ax___VERIFIER_nondet_uchar(void);
extern _Bool ax___VERIFIER_nondet_bool(void), ax_nondet_bool(void);
extern void ax_klee_make_symbolic(void *, size_t, const char *);
extern void ax___assert_fail(const char *, const char *, unsigned, const char *);
extern long ax_read(int, void *, size_t), ax_write(int, const void *, size_t);

static void dialects(void) {
    int seen[4] = {0}, negative = 0, booleans[2] = {0}, changed = 0;
    for (int i = 0; i < 500; i++) {
        unsigned char object[3] = {0, 0, 7};
        int toss = ax_VS_toss(3), range = ax_klee_range(-2, 1, "r");
        CHECK(toss >= 0 && toss <= 3 && range >= -2 && range < 1);
        seen[toss]++;
        negative += ax___VERIFIER_nondet_int() < 0 && ax_nondet_int() < 0;
        booleans[ax___VERIFIER_nondet_bool()]++;
        ax_klee_make_symbolic(object, 2, "o");
        changed += object[0] != 0;
        CHECK(object[2] == 7);
        long n = ax_read(0, object, 2);
        CHECK(n >= -1 && n <= 2 && object[2] == 7);
    }
    CHECK(seen[0] && seen[3] && negative && booleans[0] && booleans[1] && changed);
    ax___VERIFIER_assert(1), ax_VS_assert(1), ax___CPROVER_assert(1, "c"), ax___ESBMC_assert(1, "e");
    CHECK(error_kind == 0);
    ax___CPROVER_assert(0, "c");
    CHECK(error_kind == 1 && strcmp(error_text, "c") == 0);
    ax_reach_error();
    CHECK(strcmp(error_text, "reach_error is called") == 0);
    if (setjmp(ended) == 0)
        ax___assert_fail("x > 0", "f.c", 3, "f");
    CHECK(end_status == -1 && strcmp(error_text, "x > 0") == 0);
    shown_length = 0;
    CHECK(ax_write(1, "text", 4) == 4 && shown_length == 4 && ax_write(7, "text", 4) == 4 && shown_length == 4);
}

int main(void) {
    for (int i = 0; i < 3000; i++) {
        mutexes();
        mutex_attributes();
        rwlocks();
        semaphores();
        others();
    }
    dialects();
    return 0;
}
