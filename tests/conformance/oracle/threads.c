/* Coroutines, and the pthread and semaphore calls of the program under test, with the results that POSIX gives them.
 *
 * The state of a mutex, condition variable or semaphore is in the program's own object, so that it is saved with the
 * static data. What POSIX leaves undefined ends the run with the outcome `undefined`, and the program is not used.
 * Condition variables have no wake-ups without a signal. A mutex has no queue: any waiting thread may get it.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <string.h>
#include <threads.h>
#include <time.h>

struct world world;
int current;
const char *ended_kind;
uintptr_t ended_detail;
static void *scheduler_sp;
jmp_buf crashed;

/* Saves the registers that a call keeps and the stack pointer in `*from`, and goes on at `to`. */
void switch_stack(void **from, void *to);
__asm__(".text\n.globl switch_stack\nswitch_stack:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");

static void yield(void) { switch_stack(&world.threads[current].sp, scheduler_sp); }

void stop_before(enum operation operation, void *object, uintptr_t place) {
    struct thread *self = &world.threads[current];
    self->operation = operation;
    self->object = object;
    self->place = place;
    yield();
    self->operation = OP_NONE;
    self->object = self->second = NULL;
}

_Noreturn void end_run(const char *kind, uintptr_t detail) {
    ended_kind = kind;
    ended_detail = detail;
    yield();
    __builtin_unreachable();
}

int resume(int thread, int alternative) {
    current = thread;
    ended_kind = NULL;
    world.threads[thread].alternative = alternative;
    if (_setjmp(crashed) == 0)
        switch_stack(&scheduler_sp, world.threads[thread].sp);
    else {
        ended_kind = "memory";
        ended_detail = world.threads[thread].place;
    }
    world.threads[thread].alternative = 0;
    return ended_kind == NULL;
}

static void end_thread(void *result, uintptr_t place) {
    struct thread *self = &world.threads[current];
    if (current == 0) {
        /* The end of main ends the program: the others may move once more before it. */
        stop_before(OP_STEP, NULL, place);
        end_run("ok", 0);
    }
    self->result = result;
    self->live = 0;
    self->operation = OP_NONE;
    self->place = 0;
    /* What is left on the stack of a thread that ended must not tell states apart. */
    yield();
}

/* The first frame of a coroutine; its function and argument were put into rbx and r12. */
void first_frame(void *(*start)(void *), void *argument) {
    void *result = start(argument);
    end_thread(result, 0);
    __builtin_unreachable();
}
void enter_thread(void);
__asm__(".text\n.globl enter_thread\nenter_thread:\nmov %rbx, %rdi\nmov %r12, %rsi\nxor %ebp, %ebp\n"
        "xor %ebx, %ebx\nxor %r12d, %r12d\ncall first_frame\nud2\n");

int new_thread(void *(*start)(void *), void *argument) {
    if (world.thread_count == MAX_THREADS)
        end_run("undefined", 0);
    int thread = world.thread_count++;
    void **sp = (void **)(stack_top(thread) - 32);
    *--sp = NULL;
    *--sp = NULL; /* keeps the stack aligned to 16 bytes at the call */
    *--sp = (void *)enter_thread;
    *--sp = NULL;     /* rbp */
    *--sp = (void *)start; /* rbx */
    *--sp = argument; /* r12 */
    *--sp = NULL;
    *--sp = NULL;
    *--sp = NULL;
    world.threads[thread] = (struct thread){.sp = sp, .operation = OP_STEP, .live = 1};
    return thread;
}

/* Mutexes: `__owner` is the thread's number plus 1, `__count` how often it holds it. */
static int kind_of(pthread_mutex_t *m) { return m->__data.__kind & 3; }

static int may_lock(pthread_mutex_t *m, int thread) {
    int owner = m->__data.__owner;
    return owner == 0 || (owner == thread + 1 && kind_of(m) != PTHREAD_MUTEX_NORMAL);
}

static int take(pthread_mutex_t *m) {
    if (m->__data.__owner == current + 1) {
        if (kind_of(m) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        m->__data.__count++;
        return 0;
    }
    m->__data.__owner = current + 1;
    m->__data.__count = 1;
    return 0;
}

static int release(pthread_mutex_t *m, uintptr_t place) {
    if (m->__data.__owner != current + 1) {
        if (kind_of(m) == PTHREAD_MUTEX_NORMAL)
            end_run("undefined", place);
        return EPERM;
    }
    if (--m->__data.__count == 0)
        m->__data.__owner = 0;
    return 0;
}

static int waits_for(struct thread *thread, void *condition) {
    return (thread->operation == OP_WAIT || thread->operation == OP_TIMED) && thread->object == condition;
}

int ways(int thread) {
    struct thread *self = &world.threads[thread];
    if (!self->live)
        return 0;
    switch (self->operation) {
    case OP_NONE:
    case OP_WAIT:
    case OP_BARRIER:
        return 0;
    case OP_STEP:
        return 1;
    case OP_SIGNAL: {
        int waiting = 0;
        for (uint32_t other = 0; other < world.thread_count; other++)
            waiting += waits_for(&world.threads[other], self->object);
        return waiting > 1 ? waiting : 1;
    }
    case OP_LOCK:
        return may_lock(self->object, thread);
    case OP_TIMED:
        return may_lock(self->second, thread);
    case OP_SEM:
        return *(unsigned *)self->object > 0;
    case OP_READ:
        return ((int *)self->object)[1] == 0;
    case OP_WRITE:
        return ((int *)self->object)[0] == 0 && ((int *)self->object)[1] == 0;
    case OP_SPIN:
        return *(int *)self->object == 0;
    case OP_ONCE:
        return *(int *)self->object != 1;
    case OP_JOIN:
        return !world.threads[self->target].live;
    }
    return 0;
}

static int check_object(void *object, size_t size, uintptr_t place) {
    check_access(object, size, 1, place);
    return 0;
}

int __wrap_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
    stop_before(OP_STEP, m, PLACE);
    check_object(m, sizeof *m, PLACE);
    memset(m, 0, sizeof *m);
    m->__data.__kind = attributes ? *(const int *)attributes : PTHREAD_MUTEX_NORMAL;
    return 0;
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *m) {
    stop_before(OP_STEP, m, PLACE);
    if (m->__data.__owner != 0)
        end_run("undefined", PLACE);
    return 0;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_LOCK, m, PLACE);
    return take(m);
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_STEP, m, PLACE);
    if (!may_lock(m, current) || (m->__data.__owner != 0 && kind_of(m) == PTHREAD_MUTEX_ERRORCHECK))
        return EBUSY;
    return take(m);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_STEP, m, PLACE);
    return release(m, PLACE);
}

int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    *(int *)attributes = PTHREAD_MUTEX_NORMAL;
    return 0;
}

int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
    *(int *)attributes = kind;
    return 0;
}

int __wrap_pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void)attributes;
    return 0;
}

int __wrap_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes) {
    (void)attributes;
    memset(c, 0, sizeof *c);
    return 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    stop_before(OP_STEP, c, PLACE);
    if (m->__data.__owner != current + 1 || m->__data.__count != 1)
        end_run("undefined", PLACE);
    release(m, PLACE);
    world.threads[current].second = m;
    stop_before(OP_WAIT, c, PLACE); /* comes back through `wake`, as OP_LOCK */
    return take(m);
}

static void wake(struct thread *waiting) {
    waiting->operation = OP_LOCK;
    waiting->object = waiting->second;
    waiting->second = NULL;
}

int __wrap_pthread_cond_signal(pthread_cond_t *c) {
    stop_before(OP_SIGNAL, c, PLACE);
    int skip = world.threads[current].alternative;
    for (uint32_t other = 0; other < world.thread_count; other++) {
        struct thread *waiting = &world.threads[other];
        if (waits_for(waiting, c) && skip-- == 0) {
            wake(waiting);
            break;
        }
    }
    return 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *c) {
    stop_before(OP_STEP, c, PLACE);
    for (uint32_t other = 0; other < world.thread_count; other++)
        if (waits_for(&world.threads[other], c))
            wake(&world.threads[other]);
    return 0;
}

/* A thread that nobody woke before it goes on has timed out. */
int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    (void)until;
    stop_before(OP_STEP, c, PLACE);
    if (m->__data.__owner != current + 1 || m->__data.__count != 1)
        end_run("undefined", PLACE);
    release(m, PLACE);
    struct thread *self = &world.threads[current];
    self->second = m;
    self->operation = OP_TIMED;
    self->object = c;
    self->place = PLACE;
    yield();
    int woken = self->operation == OP_LOCK;
    self->operation = OP_NONE;
    self->object = self->second = NULL;
    take(m);
    return woken ? 0 : ETIMEDOUT;
}

/* A timed call that cannot go on when its turn comes has timed out; its turn may come late. */
int __wrap_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) {
    (void)until;
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_STEP, m, PLACE);
    return may_lock(m, current) ? take(m) : ETIMEDOUT;
}

int __wrap_sem_timedwait(sem_t *s, const struct timespec *until) {
    (void)until;
    stop_before(OP_STEP, s, PLACE);
    if (*(unsigned *)s == 0)
        return -1;
    --*(unsigned *)s;
    return 0;
}

int __wrap_pthread_cond_destroy(pthread_cond_t *c) {
    (void)c;
    return 0;
}

int __wrap_sem_init(sem_t *s, int shared, unsigned value) {
    (void)shared;
    stop_before(OP_STEP, s, PLACE);
    memset(s, 0, sizeof *s);
    *(unsigned *)s = value;
    return 0;
}

int __wrap_sem_wait(sem_t *s) {
    stop_before(OP_SEM, s, PLACE);
    --*(unsigned *)s;
    return 0;
}

int __wrap_sem_trywait(sem_t *s) {
    stop_before(OP_STEP, s, PLACE);
    if (*(unsigned *)s == 0)
        return -1;
    --*(unsigned *)s;
    return 0;
}

int __wrap_sem_post(sem_t *s) {
    stop_before(OP_STEP, s, PLACE);
    ++*(unsigned *)s;
    return 0;
}

int __wrap_sem_getvalue(sem_t *s, int *value) {
    stop_before(OP_STEP, s, PLACE);
    *value = *(unsigned *)s;
    return 0;
}

int __wrap_sem_destroy(sem_t *s) {
    (void)s;
    return 0;
}

/* Barriers: the first word is the number that is waited for, the second how many came. */
int __wrap_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned count) {
    (void)attributes;
    memset(b, 0, sizeof *b);
    ((unsigned *)b)[0] = count;
    return 0;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *b) {
    stop_before(OP_STEP, b, PLACE);
    unsigned *words = (unsigned *)b;
    if (++words[1] < words[0]) {
        stop_before(OP_BARRIER, b, PLACE);
        return 0;
    }
    words[1] = 0;
    for (uint32_t other = 0; other < world.thread_count; other++)
        if (world.threads[other].operation == OP_BARRIER && world.threads[other].object == b)
            world.threads[other].operation = OP_STEP;
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

int __wrap_pthread_barrier_destroy(pthread_barrier_t *b) {
    (void)b;
    return 0;
}

/* Read-write locks: the first word is the number of readers, the second the writer plus 1. Readers pass writers that
 * wait, as in glibc. The generator does not take one twice. */
int __wrap_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    stop_before(OP_STEP, l, PLACE);
    check_object(l, sizeof *l, PLACE);
    memset(l, 0, sizeof *l);
    return 0;
}

int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    check_object(l, sizeof *l, PLACE);
    if (((int *)l)[1] == current + 1)
        end_run("undefined", PLACE);
    stop_before(OP_READ, l, PLACE);
    ((int *)l)[0]++;
    return 0;
}

int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    check_object(l, sizeof *l, PLACE);
    if (((int *)l)[1] == current + 1)
        end_run("undefined", PLACE);
    stop_before(OP_WRITE, l, PLACE);
    ((int *)l)[1] = current + 1;
    return 0;
}

int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    check_object(l, sizeof *l, PLACE);
    stop_before(OP_STEP, l, PLACE);
    if (((int *)l)[1] != 0)
        return EBUSY;
    ((int *)l)[0]++;
    return 0;
}

int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    check_object(l, sizeof *l, PLACE);
    stop_before(OP_STEP, l, PLACE);
    if (((int *)l)[0] != 0 || ((int *)l)[1] != 0)
        return EBUSY;
    ((int *)l)[1] = current + 1;
    return 0;
}

int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *l) {
    check_object(l, sizeof *l, PLACE);
    stop_before(OP_STEP, l, PLACE);
    int *words = (int *)l;
    if (words[1] == current + 1)
        words[1] = 0;
    else if (words[1] == 0 && words[0] > 0)
        words[0]--;
    else
        end_run("undefined", PLACE);
    return 0;
}

int __wrap_pthread_rwlock_destroy(pthread_rwlock_t *l) {
    stop_before(OP_STEP, l, PLACE);
    if (((int *)l)[0] != 0 || ((int *)l)[1] != 0)
        end_run("undefined", PLACE);
    return 0;
}

/* Spin locks: the owner plus 1. */
int __wrap_pthread_spin_init(pthread_spinlock_t *l, int shared) {
    (void)shared;
    stop_before(OP_STEP, (void *)l, PLACE);
    check_object((void *)l, sizeof *l, PLACE);
    *l = 0;
    return 0;
}

int __wrap_pthread_spin_lock(pthread_spinlock_t *l) {
    check_object((void *)l, sizeof *l, PLACE);
    if (*l == current + 1)
        end_run("undefined", PLACE);
    stop_before(OP_SPIN, (void *)l, PLACE);
    *l = current + 1;
    return 0;
}

int __wrap_pthread_spin_trylock(pthread_spinlock_t *l) {
    check_object((void *)l, sizeof *l, PLACE);
    stop_before(OP_STEP, (void *)l, PLACE);
    if (*l != 0)
        return EBUSY;
    *l = current + 1;
    return 0;
}

int __wrap_pthread_spin_unlock(pthread_spinlock_t *l) {
    check_object((void *)l, sizeof *l, PLACE);
    stop_before(OP_STEP, (void *)l, PLACE);
    if (*l != current + 1)
        end_run("undefined", PLACE);
    *l = 0;
    return 0;
}

int __wrap_pthread_spin_destroy(pthread_spinlock_t *l) {
    (void)l;
    return 0;
}

/* Once: 0 nobody was here, 1 the function is running, 2 it has run. */
int __wrap_pthread_once(pthread_once_t *once, void (*function)(void)) {
    check_object(once, sizeof *once, PLACE);
    stop_before(OP_ONCE, once, PLACE);
    if (*once == 2)
        return 0;
    *once = 1;
    function();
    stop_before(OP_STEP, once, PLACE);
    *once = 2;
    return 0;
}

/* Data of a thread by key; the generator gives no destructors. */
int __wrap_pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    if (destroy || world.key_count == MAX_KEYS)
        end_run("undefined", PLACE);
    stop_before(OP_STEP, key, PLACE);
    check_access(key, sizeof *key, 1, PLACE);
    *key = world.key_count++;
    return 0;
}

int __wrap_pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= world.key_count)
        end_run("undefined", PLACE);
    world.threads[current].specific[key] = (void *)value;
    return 0;
}

void *__wrap_pthread_getspecific(pthread_key_t key) {
    if (key >= world.key_count)
        end_run("undefined", PLACE);
    return world.threads[current].specific[key];
}

/* Data of a thread by `_Thread_local`: the program has an array of it, and asks here for its index. */
int oracle_self(void) { return current; }

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    (void)attributes;
    stop_before(OP_STEP, id, PLACE);
    check_access(id, sizeof *id, 1, PLACE);
    *id = new_thread(start, argument) + 1;
    return 0;
}

int __wrap_pthread_join(pthread_t id, void **result) {
    if (id < 1 || id > world.thread_count || (int)id == current + 1 || world.threads[id - 1].joined)
        end_run("undefined", PLACE);
    world.threads[current].target = id - 1;
    stop_before(OP_JOIN, NULL, PLACE);
    world.threads[current].target = 0;
    world.threads[id - 1].joined = 1;
    if (result)
        *result = world.threads[id - 1].result;
    return 0;
}

int __wrap_pthread_detach(pthread_t id) {
    if (id < 1 || id > world.thread_count)
        end_run("undefined", PLACE);
    world.threads[id - 1].joined = 1;
    return 0;
}

pthread_t __wrap_pthread_self(void) { return current + 1; }

int __wrap_pthread_equal(pthread_t a, pthread_t b) { return a == b; }

void __wrap_pthread_exit(void *result) {
    if (current == 0)
        end_run("undefined", PLACE);
    end_thread(result, PLACE);
}

int __wrap_sched_yield(void) { return 0; }

void __wrap_exit(int status) {
    (void)status;
    stop_before(OP_STEP, NULL, PLACE);
    end_run("ok", 0);
}

void __wrap_abort(void) {
    stop_before(OP_STEP, NULL, PLACE);
    end_run("assertion", 0);
}

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)text, (void)file, (void)function;
    end_run("assertion", line);
}

void oracle_observe(unsigned index, int64_t value) {
    world.observed[index] = value;
    if (index >= world.observed_count)
        world.observed_count = index + 1;
}

/* A local of the program that the generator knows may not be set. */
void oracle_use(int unset) {
    if (unset)
        end_run("uninitialised", PLACE);
}

/* C11's threads: the same objects under other names. */
int __wrap_mtx_init(mtx_t *m, int kind) {
    stop_before(OP_STEP, m, PLACE);
    check_object(m, sizeof *m, PLACE);
    memset(m, 0, sizeof *m);
    ((pthread_mutex_t *)m)->__data.__kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return thrd_success;
}

int __wrap_mtx_lock(mtx_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_LOCK, m, PLACE);
    return take((pthread_mutex_t *)m) ? thrd_error : thrd_success;
}

int __wrap_mtx_trylock(mtx_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_STEP, m, PLACE);
    return may_lock((pthread_mutex_t *)m, current) ? take((pthread_mutex_t *)m) : thrd_busy;
}

int __wrap_mtx_unlock(mtx_t *m) {
    check_object(m, sizeof *m, PLACE);
    stop_before(OP_STEP, m, PLACE);
    return release((pthread_mutex_t *)m, PLACE) ? thrd_error : thrd_success;
}

int __wrap_cnd_init(cnd_t *c) {
    memset(c, 0, sizeof *c);
    return thrd_success;
}

int __wrap_cnd_wait(cnd_t *c, mtx_t *m) { return __wrap_pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m); }
int __wrap_cnd_signal(cnd_t *c) { return __wrap_pthread_cond_signal((pthread_cond_t *)c); }

void __wrap_call_once(once_flag *once, void (*function)(void)) {
    __wrap_pthread_once((pthread_once_t *)once, function);
}

int __wrap_thrd_create(thrd_t *id, thrd_start_t start, void *argument) {
    stop_before(OP_STEP, id, PLACE);
    check_access(id, sizeof *id, 1, PLACE);
    *id = new_thread((void *(*)(void *))start, argument) + 1;
    return thrd_success;
}

int __wrap_thrd_join(thrd_t id, int *result) {
    void *all = NULL;
    __wrap_pthread_join(id, &all);
    if (result)
        *result = (int)(intptr_t)all;
    return thrd_success;
}
