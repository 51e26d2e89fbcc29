/* Small programs on the library's synchronisation, as a user would write them, with all of their outcomes. */
#define _GNU_SOURCE
#include "search.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t sem;
static int x, inside, most_inside;
static const struct timespec soon;

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            printf("not: %s. ", #condition);                                                                           \
    } while (0)

static pthread_t start(void *(*f)(void *), void *argument) {
    pthread_t t;
    EXPECT(pthread_create(&t, NULL, f, argument) == 0);
    return t;
}

static void *join(pthread_t t) {
    void *result = NULL;
    EXPECT(pthread_join(t, &result) == 0);
    return result;
}

/* An increment that another thread can come in between. */
static void increment(void) {
    int now = x;
    step();
    x = now + 1;
}

static void *add_plain(void *n) {
    for (long i = 0; i < (long)n; i++)
        increment();
    return n;
}
static int lost_update(void) {
    pthread_t a = start(add_plain, (void *)2), b = start(add_plain, (void *)2);
    EXPECT(join(a) == (void *)2);
    EXPECT(join(b) == (void *)2);
    printf("%d", x);
    return 0;
}

static void *add_locked(void *n) {
    for (long i = 0; i < (long)n; i++) {
        EXPECT(pthread_mutex_lock(&m) == 0);
        increment();
        EXPECT(pthread_mutex_unlock(&m) == 0);
    }
    return NULL;
}
static int mutual_exclusion(void) {
    pthread_t a = start(add_locked, (void *)2), b = start(add_locked, (void *)2), d = start(add_locked, (void *)2);
    join(a), join(b), join(d);
    printf("%d", x);
    return 0;
}

static void *add_recursive(void *unused) {
    (void)unused;
    pthread_mutex_lock(&recursive), pthread_mutex_lock(&recursive);
    increment();
    pthread_mutex_unlock(&recursive);
    increment();
    pthread_mutex_unlock(&recursive);
    return NULL;
}
static int recursive_mutex(void) {
    pthread_t a = start(add_recursive, NULL), b = start(add_recursive, NULL);
    join(a), join(b);
    printf("%d", x);
    return 0;
}

static void *lock_both(void *swapped) {
    pthread_mutex_lock(swapped ? &other : &m);
    pthread_mutex_lock(swapped ? &m : &other);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    return NULL;
}
static int lock_order(void) {
    pthread_t a = start(lock_both, NULL), b = start(lock_both, &x);
    join(a), join(b);
    return 0;
}

static int lock_twice(void) { return pthread_mutex_lock(&m), pthread_mutex_lock(&m); }

static void *try_lock(void *unused) {
    (void)unused;
    int result = pthread_mutex_trylock(&m);
    if (result == 0)
        increment(), pthread_mutex_unlock(&m);
    return (void *)(long)result;
}
static int trylock(void) {
    pthread_t a = start(try_lock, NULL), b = start(try_lock, NULL);
    long busy = ((long)join(a) == EBUSY) + ((long)join(b) == EBUSY);
    printf("%d busy %ld", x, busy);
    return 0;
}

static void *time_lock(void *unused) {
    (void)unused;
    int result = pthread_mutex_timedlock(&m, &soon);
    if (result == 0)
        increment(), pthread_mutex_unlock(&m);
    return (void *)(long)result;
}
static int timedlock(void) {
    pthread_mutex_lock(&m);
    pthread_t a = start(time_lock, NULL);
    step();
    pthread_mutex_unlock(&m);
    printf("%s", (long)join(a) == ETIMEDOUT ? "timed out" : "locked");
    return 0;
}

static void *unlocker(void *unused) {
    (void)unused;
    pthread_mutex_unlock(&m);
    return NULL;
}
static int foreign_unlock(void) {
    pthread_mutex_lock(&m);
    join(start(unlocker, NULL));
    return 0;
}
static int unlocked_unlock(void) { return pthread_mutex_unlock(&m); }
static int destroy_locked(void) { return pthread_mutex_lock(&m), pthread_mutex_destroy(&m); }
static int lock_destroyed(void) { return pthread_mutex_destroy(&m), pthread_mutex_lock(&m); }
static int destroy_under_waiter(void) {
    pthread_mutex_lock(&m);
    pthread_t a = start(add_locked, (void *)1);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    join(a);
    printf("%d", x);
    return 0;
}

static void *die_holding(void *mutex) { return pthread_mutex_lock(mutex), NULL; }
static int robust(void) {
    pthread_mutex_t r;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a), pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST), pthread_mutex_init(&r, &a);
    pthread_t t = start(die_holding, &r);
    int result = pthread_mutex_lock(&r);
    if (result == EOWNERDEAD)
        EXPECT(pthread_mutex_consistent(&r) == 0);
    pthread_mutex_unlock(&r);
    join(t);
    EXPECT(pthread_mutex_lock(&r) == (result == EOWNERDEAD ? 0 : EOWNERDEAD));
    pthread_mutex_unlock(&r);
    EXPECT(pthread_mutex_lock(&r) == (result == EOWNERDEAD ? 0 : ENOTRECOVERABLE));
    printf(result == 0 ? "first" : "after");
    return 0;
}

static int ready;
static void *wait_ready(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    while (!ready)
        EXPECT(pthread_cond_wait(&c, &m) == 0);
    increment();
    pthread_mutex_unlock(&m);
    return NULL;
}
static int wait_and_broadcast(void) {
    pthread_t a = start(wait_ready, NULL), b = start(wait_ready, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_broadcast(&c);
    join(a), join(b);
    printf("%d", x);
    EXPECT(pthread_cond_destroy(&c) == 0);
    return 0;
}
static int one_signal_for_two(void) {
    pthread_t a = start(wait_ready, NULL), b = start(wait_ready, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    join(a), join(b);
    printf("%d", x);
    return 0;
}

static void *wait_once(void *number) {
    pthread_mutex_lock(&m);
    inside++;
    pthread_cond_wait(&c, &m);
    printf("%c", *(char *)number);
    pthread_mutex_unlock(&m);
    return NULL;
}
static int any_waiter(void) {
    pthread_t a = start(wait_once, "a"), b = start(wait_once, "b");
    for (int signals = 0; signals < 2;) {
        pthread_mutex_lock(&m);
        if (inside == 2)
            signals++, pthread_cond_signal(&c);
        else
            step();
        pthread_mutex_unlock(&m);
    }
    join(a), join(b);
    return 0;
}
static void *tell_waking(void *number) {
    pthread_mutex_lock(&m);
    inside++;
    pthread_cond_wait(&c, &m);
    printf("%c", *(char *)number);
    ready = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}
static int signal_wakes_one(void) {
    start(tell_waking, "a"), start(tell_waking, "b");
    for (int signalled = 0;;) {
        pthread_mutex_lock(&m);
        if (inside == 2 && !signalled)
            signalled = 1, pthread_cond_signal(&c);
        if (ready)
            return 0;
        pthread_mutex_unlock(&m);
    }
}
static int lost_signal(void) {
    pthread_t a = start(wait_once, "a");
    pthread_cond_signal(&c);
    join(a);
    return 0;
}

extern int __ax_spurious;
static int spurious(void) {
    __ax_spurious = 1;
    join(start(wait_once, "a"));
    return 0;
}

static void *wait_timed(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    int result = ready ? 0 : pthread_cond_timedwait(&c, &m, &soon);
    printf(result == ETIMEDOUT ? "timed out, " : "no time-out, ");
    printf(ready ? "ready" : "not ready");
    pthread_mutex_unlock(&m);
    return NULL;
}
static int timedwait(void) {
    pthread_t a = start(wait_timed, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    join(a);
    return 0;
}
static int wait_without_mutex(void) { return pthread_cond_wait(&c, &m); }
static int destroy_waited(void) {
    pthread_t a = start(wait_once, "a");
    pthread_cond_destroy(&c);
    (void)a;
    return 0;
}
static void *wait_other(void *unused) {
    (void)unused;
    pthread_mutex_lock(&other);
    pthread_cond_timedwait(&c, &other, &soon);
    pthread_mutex_unlock(&other);
    return NULL;
}
static int two_mutexes(void) {
    pthread_t a = start(wait_other, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
    join(a);
    return 0;
}

/* POSIX: after a broadcast the condition variable may be destroyed and its memory used for something else. */
struct entry {
    pthread_cond_t c;
    int done;
};
static struct entry *entry;
static void *wait_entry(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    while (!entry->done)
        pthread_cond_wait(&entry->c, &m);
    int last = --inside == 0;
    pthread_mutex_unlock(&m);
    if (last)
        printf("last");
    return NULL;
}
static void *wait_entry_once(void *unused) {
    (void)unused;
    pthread_mutex_lock(&m);
    inside++;
    pthread_cond_wait(&entry->c, &m);
    pthread_mutex_unlock(&m);
    return NULL;
}
static int free_after_broadcast(void) {
    entry = malloc(sizeof *entry);
    pthread_cond_init(&entry->c, NULL);
    pthread_t a = start(wait_entry_once, NULL), b = start(wait_entry_once, NULL);
    for (;;) {
        pthread_mutex_lock(&m);
        if (inside == 2)
            break;
        pthread_mutex_unlock(&m);
    }
    pthread_cond_broadcast(&entry->c);
    pthread_cond_destroy(&entry->c);
    free(entry);
    pthread_mutex_unlock(&m);
    join(a), join(b);
    (void)wait_entry;
    return 0;
}

static int slot, full;
static void *producer(void *unused) {
    (void)unused;
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (full)
            pthread_cond_wait(&c, &m);
        slot = i, full = 1;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
static int bounded_buffer(void) {
    pthread_t a = start(producer, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (!full)
            pthread_cond_wait(&c, &m);
        printf("%d", slot);
        full = 0;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    join(a);
    return 0;
}

static void *enter_sem(void *unused) {
    (void)unused;
    EXPECT(sem_wait(&sem) == 0);
    if (++inside > most_inside)
        most_inside = inside;
    step();
    inside--;
    EXPECT(sem_post(&sem) == 0);
    return NULL;
}
static int semaphore(void) {
    sem_init(&sem, 0, 2);
    pthread_t a = start(enter_sem, NULL), b = start(enter_sem, NULL), d = start(enter_sem, NULL);
    join(a), join(b), join(d);
    int value = -1;
    EXPECT(sem_getvalue(&sem, &value) == 0 && value == 2);
    EXPECT(most_inside <= 2);
    printf("%d", most_inside);
    EXPECT(sem_destroy(&sem) == 0);
    return 0;
}
static int semaphore_codes(void) {
    sem_init(&sem, 0, 0);
    EXPECT(sem_trywait(&sem) == -1 && errno == EAGAIN);
    EXPECT(sem_timedwait(&sem, &soon) == -1 && errno == ETIMEDOUT);
    sem_wait(&sem);
    return 0;
}
static int semaphore_zeros(void) { return sem_post(&sem); }
static int semaphore_destroyed(void) { return sem_init(&sem, 0, 1), sem_destroy(&sem), sem_wait(&sem); }

static void *read_lock(void *unused) {
    (void)unused;
    EXPECT(pthread_rwlock_rdlock(&rw) == 0);
    int now = x;
    if (++inside > most_inside)
        most_inside = inside;
    step();
    EXPECT(now == x);
    inside--;
    pthread_rwlock_unlock(&rw);
    return NULL;
}
static void *write_lock(void *unused) {
    (void)unused;
    EXPECT(pthread_rwlock_wrlock(&rw) == 0);
    EXPECT(inside == 0);
    increment();
    EXPECT(inside == 0);
    pthread_rwlock_unlock(&rw);
    return NULL;
}
static int read_write(void) {
    pthread_t a = start(read_lock, NULL), b = start(read_lock, NULL), d = start(write_lock, NULL);
    write_lock(NULL);
    join(a), join(b), join(d);
    printf("%d %d", x, most_inside);
    EXPECT(pthread_rwlock_destroy(&rw) == 0);
    return 0;
}
static int upgrade(void) { return pthread_rwlock_rdlock(&rw), pthread_rwlock_wrlock(&rw); }
static void *read_twice(void *lock) {
    pthread_rwlock_rdlock(lock), pthread_rwlock_rdlock(lock);
    pthread_rwlock_unlock(lock), pthread_rwlock_unlock(lock);
    return NULL;
}
static int readers_pass_writers(void) {
    pthread_t a = start(read_twice, &rw);
    write_lock(NULL);
    join(a);
    return 0;
}
static int writers_first(void) {
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    pthread_t a = start(read_twice, &lock);
    pthread_rwlock_wrlock(&lock), pthread_rwlock_unlock(&lock);
    join(a);
    return 0;
}
static void *read_once(void *lock) {
    pthread_rwlock_rdlock(lock), step(), pthread_rwlock_unlock(lock);
    return NULL;
}
static int writer_leaves(void) {
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    pthread_t a = start(read_once, &lock);
    pthread_rwlock_wrlock(&lock), pthread_rwlock_unlock(&lock);
    EXPECT(pthread_rwlock_tryrdlock(&lock) == 0);
    join(a);
    return 0;
}
static int foreign_rwunlock(void) { return pthread_rwlock_unlock(&rw); }

static void *add_spinning(void *unused) {
    (void)unused;
    pthread_spin_lock(&spin);
    increment();
    pthread_spin_unlock(&spin);
    return NULL;
}
static int spinning(void) {
    pthread_spin_init(&spin, 0);
    pthread_t a = start(add_spinning, NULL), b = start(add_spinning, NULL);
    join(a), join(b);
    printf("%d", x);
    pthread_spin_destroy(&spin);
    return 0;
}
static int spin_zeros(void) { return pthread_spin_lock(&spin); }

static void *meet(void *unused) {
    (void)unused;
    long serial = 0;
    for (int round = 1; round <= 2; round++) {
        increment();
        int result = pthread_barrier_wait(&barrier);
        serial += result == PTHREAD_BARRIER_SERIAL_THREAD;
        EXPECT(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    }
    return (void *)serial;
}
static void *meet_and_count(void *unused) {
    (void)unused;
    long serial = 0;
    for (int round = 1; round <= 2; round++) {
        inside++;
        serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
        EXPECT(inside >= 2 * round);
    }
    return (void *)serial;
}
static int barriers(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t a = start(meet_and_count, NULL), b = start(meet_and_count, NULL);
    long first = (long)join(a), second = (long)join(b);
    EXPECT(first + second == 2);
    printf("%ld %ld", first, second);
    EXPECT(pthread_barrier_destroy(&barrier) == 0);
    (void)meet;
    return 0;
}
static void *meet_and_destroy(void *b) {
    if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(b);
        free(b);
    }
    return NULL;
}
static int free_barrier(void) {
    pthread_barrier_t *b = malloc(sizeof *b);
    pthread_barrier_init(b, NULL, 3);
    pthread_t x = start(meet_and_destroy, b), y = start(meet_and_destroy, b);
    meet_and_destroy(b);
    join(x), join(y);
    return 0;
}
static int too_few(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_barrier_wait(&barrier);
    return 0;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialise(void) { increment(); }
static void *call_initialise(void *unused) {
    (void)unused;
    pthread_once(&once, initialise);
    EXPECT(x == 1);
    return NULL;
}
static int once_only(void) {
    pthread_t a = start(call_initialise, NULL), b = start(call_initialise, NULL);
    join(a), join(b);
    printf("%d", x);
    return 0;
}

static pthread_key_t key;
static void destructor(void *value) { printf("%c", *(char *)value); }
static void *use_key(void *value) {
    EXPECT(pthread_getspecific(key) == NULL);
    EXPECT(pthread_setspecific(key, value) == 0);
    step();
    EXPECT(pthread_getspecific(key) == value);
    return NULL;
}
static int keys(void) {
    EXPECT(pthread_key_create(&key, destructor) == 0);
    pthread_t a = start(use_key, "a"), b = start(use_key, "b");
    join(a), join(b);
    join(start(use_key, "c"));
    EXPECT(pthread_key_delete(key) == 0);
    return 0;
}

static void clean(void *text) { printf("%s", (char *)text); }
static void *be_cancelled(void *unused) {
    (void)unused;
    pthread_cleanup_push(clean, "outer");
    pthread_mutex_lock(&m);
    pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &m);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return NULL;
}
static int cancel_wait(void) {
    pthread_t a = start(be_cancelled, NULL);
    EXPECT(pthread_cancel(a) == 0);
    EXPECT(join(a) == PTHREAD_CANCELED);
    EXPECT(pthread_mutex_lock(&m) == 0);
    EXPECT(pthread_cond_destroy(&c) == 0);
    return 0;
}
static void *not_cancelled(void *unused) {
    int old = 9;
    (void)unused;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    EXPECT(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel(), sleep(1), usleep(5);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    return "late";
}
static int cancel_state(void) {
    pthread_t a = start(not_cancelled, NULL);
    pthread_cancel(a);
    void *result = join(a);
    printf("%s", result == PTHREAD_CANCELED ? "cancelled" : (char *)result);
    return 0;
}
static void clean_slowly(void *text) {
    pthread_testcancel(); /* no second cancellation on the way out */
    printf("%s", (char *)text);
}
static void *cancelled_once(void *unused) {
    pthread_cleanup_push(clean_slowly, "clean");
    pthread_testcancel(), pthread_testcancel();
    pthread_cleanup_pop(0);
    return unused;
}
static int cancel_once(void) {
    pthread_t a = start(cancelled_once, NULL);
    pthread_cancel(a);
    printf(join(a) == PTHREAD_CANCELED ? " cancelled" : "late");
    return 0;
}
static void *exits(void *unused) {
    pthread_cleanup_push(clean, "first ");
    pthread_cleanup_push(clean, "never ");
    pthread_cleanup_pop(0);
    pthread_cleanup_push(clean, "second ");
    pthread_cleanup_pop(1);
    pthread_exit("result");
    pthread_cleanup_pop(0);
    return unused;
}
static int thread_exit(void) {
    printf("%s", (char *)join(start(exits, NULL)));
    return 0;
}

static void *hello(void *text) { return printf("%s", (char *)text), NULL; }
static int main_exits_first(void) {
    start(hello, "a"), start(hello, "b");
    pthread_exit(NULL);
}
static int main_returns(void) {
    pthread_t a = start(hello, "a");
    EXPECT(pthread_detach(a) == 0);
    return 0;
}
static void *exits_program(void *unused) { return (void)unused, exit(3), NULL; }
static int exit_elsewhere(void) {
    start(exits_program, NULL);
    step();
    return 0;
}
static void handler(void) {
    printf("h");
    step();
}
static int two_exits(void) {
    atexit(handler);
    start(exits_program, NULL);
    exit(4);
}
static void *joins_main(void *t) {
    void *result;
    EXPECT(pthread_join(*(pthread_t *)t, &result) == 0 && result == (void *)7);
    return printf("joined"), NULL;
}
static int join_main(void) {
    static pthread_t self;
    self = pthread_self();
    start(joins_main, &self);
    pthread_exit((void *)7);
}
static int join_twice(void) {
    pthread_t a = start(hello, "a");
    join(a), join(a);
    return 0;
}
static int join_self(void) {
    EXPECT(pthread_join(pthread_self(), NULL) == EDEADLK);
    EXPECT(pthread_equal(pthread_self(), pthread_self()));
    return 0;
}
static int join_detached(void) {
    pthread_attr_t attributes;
    pthread_t t;
    pthread_attr_init(&attributes), pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attributes, (void *(*)(void *))add_plain, NULL);
    pthread_join(t, NULL);
    return 0;
}
static int join_nothing(void) { return pthread_join(0, NULL); }

static mtx_t plain;
static cnd_t condition;
static tss_t specific;
static int eleven(void *unused) {
    (void)unused;
    tss_set(specific, "t");
    mtx_lock(&plain);
    while (!ready)
        cnd_wait(&condition, &plain);
    mtx_unlock(&plain);
    thrd_exit(-11);
}
static int c11_threads(void) {
    thrd_t t;
    int result = 0;
    EXPECT(mtx_init(&plain, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success);
    EXPECT(tss_create(&specific, destructor) == thrd_success);
    EXPECT(thrd_create(&t, eleven, NULL) == thrd_success);
    mtx_lock(&plain);
    EXPECT(mtx_trylock(&plain) == thrd_busy);
    ready = 1;
    cnd_signal(&condition);
    mtx_unlock(&plain);
    EXPECT(thrd_join(t, &result) == thrd_success);
    printf("%d", result);
    mtx_destroy(&plain), cnd_destroy(&condition), tss_delete(specific);
    return 0;
}
static int c11_not_timed(void) { return mtx_init(&plain, mtx_plain), mtx_timedlock(&plain, &soon); }

const struct program programs[] = {
    {"lost_update", lost_update, {"2", "3", "4"}},
    {"mutual_exclusion", mutual_exclusion, {"6"}},
    {"recursive_mutex", recursive_mutex, {"4"}},
    {"lock_order", lock_order, {"", "; deadlock"}},
    {"lock_twice", lock_twice, {"; deadlock"}},
    {"trylock", trylock, {"1 busy 1", "2 busy 0"}},
    {"timedlock", timedlock, {"locked", "timed out"}},
    {"foreign_unlock", foreign_unlock, {"; error: unlocks a mutex that another thread holds"}},
    {"unlocked_unlock", unlocked_unlock, {"; error: unlocks a mutex that is not locked"}},
    {"destroy_locked", destroy_locked, {"; error: destroys a mutex that is locked"}},
    {"lock_destroyed", lock_destroyed, {"; error: locks a mutex that was destroyed"}},
    {"destroy_under_waiter", destroy_under_waiter,
     {"1", "; error: destroys a mutex that is locked",
      "; error: locks a mutex that was destroyed"}},
    {"robust", robust, {"after", "first"}},
    {"wait_and_broadcast", wait_and_broadcast, {"2"}},
    {"one_signal_for_two", one_signal_for_two, {"2", "; deadlock"}},
    {"any_waiter", any_waiter, {"ab", "ba"}},
    {"signal_wakes_one", signal_wakes_one, {"a", "b"}},
    {"lost_signal", lost_signal, {"; deadlock", "a"}},
    {"spurious", spurious, {"a"}},
    {"timedwait", timedwait,
     {"no time-out, ready", "timed out, not ready", "timed out, ready"}},
    {"wait_without_mutex", wait_without_mutex,
     {"; error: waits on a condition variable with a mutex that it has not locked"}},
    {"destroy_waited", destroy_waited,
     {"", "; error: destroys a condition variable on which a thread waits",
      "; error: uses a condition variable that was destroyed"}},
    {"two_mutexes", two_mutexes, {"", "; error: waits on a condition variable with another mutex than other threads"}},
    {"free_after_broadcast", free_after_broadcast, {""}},
    {"bounded_buffer", bounded_buffer, {"12"}},
    {"semaphore", semaphore, {"1", "2"}},
    {"semaphore_codes", semaphore_codes, {"; deadlock"}},
    {"semaphore_zeros", semaphore_zeros, {"; error: uses a semaphore that was not initialised"}},
    {"semaphore_destroyed", semaphore_destroyed, {"; error: uses a semaphore that was destroyed"}},
    {"read_write", read_write, {"2 1", "2 2"}},
    {"upgrade", upgrade, {"; deadlock"}},
    {"readers_pass_writers", readers_pass_writers, {""}},
    {"writers_first", writers_first, {"", "; deadlock"}},
    {"writer_leaves", writer_leaves, {""}},
    {"foreign_rwunlock", foreign_rwunlock, {"; error: unlocks a read-write lock that is not locked"}},
    {"spinning", spinning, {"2"}},
    {"spin_zeros", spin_zeros, {"; error: uses a spin lock that was not initialised"}},
    {"barriers", barriers, {"0 2", "1 1", "2 0"}},
    {"free_barrier", free_barrier, {""}},
    {"too_few", too_few, {"; deadlock"}},
    {"once_only", once_only, {"1"}},
    {"keys", keys, {"abc", "bac"}},
    {"cancel_wait", cancel_wait, {"outer"}},
    {"cancel_state", cancel_state, {"cancelled", "late"}},
    {"cancel_once", cancel_once, {"clean cancelled", "late"}},
    {"thread_exit", thread_exit, {"second first result"}},
    {"main_exits_first", main_exits_first, {"ab", "ba"}},
    {"main_returns", main_returns, {"", "a"}},
    {"exit_elsewhere", exit_elsewhere, {"", "; exit 3"}},
    {"two_exits", two_exits, {"h; exit 3", "h; exit 4"}},
    {"join_main", join_main, {"joined"}},
    {"join_twice", join_twice, {"a; error: joins a thread that was joined already"}},
    {"join_self", join_self, {""}},
    {"join_detached", join_detached,
     {"; error: joins a thread that is detached"}},
    {"join_nothing", join_nothing, {"; error: joins what is no thread"}},
    {"c11_threads", c11_threads, {"t-11"}},
    {"c11_not_timed", c11_not_timed,
     {"; error: calls mtx_timedlock with a mutex that is not of type mtx_timed"}},
    {NULL, NULL, {NULL}},
};
