/* <semaphore.h>: unnamed semaphores, in the memory of glibc's sem_t (32 bytes).
 *
 *   offset 0   value
 *   offset 4   state   0 never initialised, 1 in use, 2 destroyed
 *
 * Failures give -1 and set errno: EAGAIN (sem_trywait), ETIMEDOUT and EINVAL (sem_timedwait), EOVERFLOW (sem_post),
 * EINVAL (sem_init with a value above SEM_VALUE_MAX). sem_timedwait tries once (see pthread_mutex.c).
 * Undefined by POSIX and reported: use before sem_init (a semaphore of zeros then counts as one of value 0, as in
 * glibc) and after sem_destroy. A thread that waits while another destroys the semaphore reports it.
 *
 * Named semaphores: no semaphore is there when the program begins, which a pass says that it rests on. A name leads to
 * one semaphore until it is unlinked; that lives as long as the program. Names are compared up to 63 characters, and
 * there are up to 16.
 *
 * Left out: access rights of named semaphores, EINTR, the order of waking.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { ENOENT = 2, EAGAIN = 11, EEXIST = 17, EINVAL = 22, EOVERFLOW = 75, ETIMEDOUT = 110 };
enum { NEVER_INITIALISED = 0, IN_USE = 1, DESTROYED = 2 };

struct semaphore {
    unsigned value;
    int state;
    int rest[6];
};

struct timespec {
    long seconds, nanoseconds;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_own(void);
int *__errno_location(void);
int strcmp(const char *a, const char *b);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, unsigned long n);
_Noreturn void pthread_exit(void *result);
void pthread_testcancel(void);
extern int __lib_cancel_pending[64];
extern _Thread_local int __lib_cancel_disabled;

enum { CREATE = 64, EXCLUSIVE = 128, LENGTH = 64, MOST = 16 };

struct named {
    char name[LENGTH];
    struct semaphore semaphore;
    int is_linked;
};

static struct named named[MOST];
static int named_count;

static int fail(int number) {
    *__errno_location() = number;
    return -1;
}

int sem_init(struct semaphore *s, int shared, unsigned value) {
    (void)shared;
    if (value > 2147483647)
        return fail(EINVAL);
    __ax_atomic_begin();
    *s = (struct semaphore){.value = value, .state = IN_USE};
    __ax_atomic_end();
    return 0;
}

static void check(struct semaphore *s) {
    if (s->state == NEVER_INITIALISED) {
        __ax_error(AX_UNINITIALISED, "uses a semaphore that was not initialised");
        s->state = IN_USE;
    }
    if (s->state == DESTROYED)
        __ax_error(AX_UNDEFINED, "uses a semaphore that was destroyed");
}

int sem_destroy(struct semaphore *s) {
    __ax_atomic_begin();
    check(s);
    *s = (struct semaphore){.state = DESTROYED};
    __ax_atomic_end();
    return 0;
}

int sem_wait(struct semaphore *s) {
    int cancel_disabled = __lib_cancel_disabled, cancelled, again;
    do {
        __ax_atomic_begin();
        __ax_wait(s->value > 0 || s->state != IN_USE || (__lib_cancel_pending[__ax_own()] && !cancel_disabled));
        check(s);
        cancelled = __lib_cancel_pending[__ax_own()] && !cancel_disabled;
        again = !cancelled && s->value == 0 && s->state == IN_USE; /* it was not initialised, and is now */
        if (!cancelled && s->value > 0)
            s->value--;
        __ax_atomic_end();
    } while (again);
    if (cancelled)
        pthread_exit((void *)-1);
    return 0;
}

static int try(struct semaphore *s, int otherwise) {
    __ax_atomic_begin();
    check(s);
    int possible = s->value > 0;
    if (possible)
        s->value--;
    __ax_atomic_end();
    return possible ? 0 : fail(otherwise);
}

int sem_trywait(struct semaphore *s) { return try(s, EAGAIN); }

int sem_timedwait(struct semaphore *restrict s, const struct timespec *restrict until) {
    pthread_testcancel();
    return try(s, until->nanoseconds < 0 || until->nanoseconds > 999999999 ? EINVAL : ETIMEDOUT);
}

int sem_clockwait(struct semaphore *restrict s, int clock, const struct timespec *restrict until) {
    (void)clock;
    return sem_timedwait(s, until);
}

int sem_post(struct semaphore *s) {
    __ax_atomic_begin();
    check(s);
    int possible = s->value < 2147483647;
    if (possible)
        s->value++;
    __ax_atomic_end();
    return possible ? 0 : fail(EOVERFLOW);
}

int sem_getvalue(struct semaphore *restrict s, int *restrict value) {
    __ax_atomic_begin();
    check(s);
    int now = (int)s->value;
    __ax_atomic_end();
    *value = now;
    return 0;
}

static struct named *find(const char *name) {
    for (int i = 0; i < named_count; i++)
        if (named[i].is_linked && strcmp(named[i].name, name) == 0)
            return &named[i];
    return 0;
}

struct semaphore *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & CREATE) {
        __builtin_va_list list;
        __builtin_va_start(list, flags);
        (void)__builtin_va_arg(list, unsigned);
        value = __builtin_va_arg(list, unsigned);
        __builtin_va_end(list);
    }
    char copy[LENGTH];
    strncpy(copy, name, LENGTH - 1);
    copy[LENGTH - 1] = 0;
    int error = value > 2147483647 ? EINVAL : 0;
    struct semaphore *result = 0;
    __ax_atomic_begin();
    struct named *old = find(copy);
    if (error == 0 && old != 0) {
        error = (flags & CREATE) && (flags & EXCLUSIVE) ? EEXIST : 0;
        result = &old->semaphore;
    } else if (error == 0 && !(flags & CREATE))
        error = ENOENT;
    else if (error == 0 && named_count == MOST)
        __ax_error(AX_NOT_MODELLED, "more than 16 named semaphores");
    else if (error == 0) {
        struct named *new = &named[named_count++];
        strcpy(new->name, copy);
        new->semaphore = (struct semaphore){.value = value, .state = IN_USE};
        new->is_linked = 1;
        result = &new->semaphore;
    }
    __ax_atomic_end();
    if (error != 0)
        fail(error);
    return error == 0 ? result : 0;
}

int sem_close(struct semaphore *s) {
    (void)s;
    return 0;
}

int sem_unlink(const char *name) {
    char copy[LENGTH];
    strncpy(copy, name, LENGTH - 1);
    copy[LENGTH - 1] = 0;
    __ax_atomic_begin();
    struct named *old = find(copy);
    if (old != 0)
        old->is_linked = 0;
    __ax_atomic_end();
    return old != 0 ? 0 : fail(ENOENT);
}
