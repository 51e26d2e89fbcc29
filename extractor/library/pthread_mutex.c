/* Mutexes of POSIX threads, in the memory of glibc's pthread_mutex_t (40 bytes).
 *
 *   offset 4   count   how often the owner has it; 0 when it is free
 *   offset 8   owner   number of the thread plus 1; 0 when it is free
 *   offset 12  state   of a robust mutex: 0 good, 1 its owner died, 2 not recoverable
 *   offset 16  kind    bits 0-1: 0 normal, 1 recursive, 2 error checking, 3 adaptive (as normal); 16 robust;
 *                      -1 after pthread_mutex_destroy. The static initialisers set only this word.
 * All other bytes are 0. A free mutex looks the same whether it was used or not.
 *
 * POSIX: who has a normal mutex and locks it again waits for ever; an error-checking one gives EDEADLK; unlocking what
 * one does not have gives EPERM for recursive, error-checking and robust mutexes.
 * Undefined by POSIX and reported: unlocking a normal mutex that is free or another thread's (what glibc then does,
 * happens: it is free), destroying one that is locked (glibc: EBUSY), any use after pthread_mutex_destroy.
 * Use before pthread_mutex_init is a read of memory that was never set; static memory counts as initialised.
 * No order among waiting threads is promised: any of them may be the next.
 *
 * pthread_mutex_timedlock tries once: if the mutex is not free it has timed out. That gives every outcome, because a
 * thread that waits changes nothing that others see: waiting longer is the same as coming later.
 *
 * Left out: priorities (the attributes are kept, and mean nothing), initialising twice.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EPERM = 1, EAGAIN = 11, EBUSY = 16, EINVAL = 22, ETIMEDOUT = 110, EDEADLK = 35, EOWNERDEAD = 130,
       ENOTRECOVERABLE = 131 };
enum { TYPE = 3, RECURSIVE = 1, ERROR_CHECKING = 2, ROBUST = 16, PROTOCOL = 96, SHARED = 128, CEILING = 12 };
enum { OWNER_DIED = 1, NOT_RECOVERABLE = 2 };

struct mutex {
    int unused;
    unsigned count;
    int owner;
    unsigned state;
    int kind;
    int rest[5];
};

/* Bits as in `kind`; 32 and 64 are the protocol, 128 is shared between processes, from 4096 on the priority. */
struct mutex_attributes {
    int bits;
};

struct timespec {
    long seconds, nanoseconds;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
int __ax_own(void);
int __ax_has_ended(int thread);
void __ax_lock_taken(const void *lock, int exclusive);
void __ax_lock_dropped(const void *lock);

int pthread_mutex_init(struct mutex *m, const struct mutex_attributes *attributes) {
    int kind = attributes != 0 ? attributes->bits & (TYPE | ROBUST) : 0;
    __ax_atomic_begin();
    *m = (struct mutex){.kind = kind};
    __ax_atomic_end();
    return 0;
}

int pthread_mutex_destroy(struct mutex *m) {
    int result = 0;
    __ax_atomic_begin();
    if (m->kind < 0) {
        __ax_error(AX_UNDEFINED, "destroys a mutex that was destroyed already");
        result = EINVAL;
    } else if (m->owner != 0) {
        __ax_error(AX_UNDEFINED, "destroys a mutex that is locked");
        result = EBUSY;
    } else
        *m = (struct mutex){.kind = -1};
    __ax_atomic_end();
    return result;
}

/* Whether a thread that locks the mutex goes on without waiting for its owner. */
static int is_possible(const struct mutex *m, int self) {
    if (m->owner == 0 || m->kind < 0)
        return 1;
    if (m->owner == self)
        return (m->kind & TYPE) == RECURSIVE || (m->kind & TYPE) == ERROR_CHECKING;
    return (m->kind & ROBUST) != 0 && __ax_has_ended(m->owner - 1);
}

/* Locks what can be locked at once; part of the step of the caller. */
int __lib_mutex_enter(struct mutex *m, int self) {
    if (m->kind < 0) {
        __ax_error(AX_UNDEFINED, "locks a mutex that was destroyed");
        return EINVAL;
    }
    if (m->state == NOT_RECOVERABLE)
        return ENOTRECOVERABLE;
    if (m->owner == self) {
        if ((m->kind & TYPE) == ERROR_CHECKING)
            return EDEADLK;
        if (m->count == (unsigned)-1)
            return EAGAIN;
        m->count++;
        return 0;
    }
    int result = m->owner == 0 ? 0 : EOWNERDEAD;
    if (result != 0)
        m->state = OWNER_DIED;
    m->owner = self;
    m->count = 1;
    __ax_lock_taken(m, 1);
    return result;
}

int pthread_mutex_lock(struct mutex *m) {
    __ax_atomic_begin();
    __ax_wait(m->owner == 0 || m->kind < 0 ||
              (m->owner == __ax_own() + 1 ? (m->kind & TYPE) == RECURSIVE || (m->kind & TYPE) == ERROR_CHECKING
                                          : (m->kind & ROBUST) != 0 && __ax_has_ended(m->owner - 1)));
    int result = __lib_mutex_enter(m, __ax_own() + 1);
    __ax_atomic_end();
    return result;
}

/* Locks, or gives `otherwise` where one would have to wait. */
static int try(struct mutex *m, int otherwise) {
    __ax_atomic_begin();
    int self = __ax_own() + 1, result = is_possible(m, self) ? __lib_mutex_enter(m, self) : otherwise;
    __ax_atomic_end();
    return result;
}

int pthread_mutex_trylock(struct mutex *m) {
    int result = try(m, EBUSY);
    return result == EDEADLK ? EBUSY : result;
}

int pthread_mutex_timedlock(struct mutex *restrict m, const struct timespec *restrict until) {
    return try(m, until->nanoseconds < 0 || until->nanoseconds > 999999999 ? EINVAL : ETIMEDOUT);
}

int pthread_mutex_clocklock(struct mutex *restrict m, int clock, const struct timespec *restrict until) {
    (void)clock;
    return pthread_mutex_timedlock(m, until);
}

/* Unlocks; part of the step of the caller. */
int __lib_mutex_leave(struct mutex *m, int self) {
    if (m->kind < 0) {
        __ax_error(AX_UNDEFINED, "unlocks a mutex that was destroyed");
        return EINVAL;
    }
    if (m->owner != self) {
        if ((m->kind & TYPE) == RECURSIVE || (m->kind & TYPE) == ERROR_CHECKING || (m->kind & ROBUST) != 0)
            return EPERM;
        __ax_error(AX_UNDEFINED, m->owner == 0 ? "unlocks a mutex that is not locked"
                                               : "unlocks a mutex that another thread holds");
        m->count = 1;
    }
    if (--m->count == 0) {
        m->owner = 0;
        __ax_lock_dropped(m);
        if (m->state == OWNER_DIED)
            m->state = NOT_RECOVERABLE;
    }
    return 0;
}

int pthread_mutex_unlock(struct mutex *m) {
    __ax_atomic_begin();
    int result = __lib_mutex_leave(m, __ax_own() + 1);
    __ax_atomic_end();
    return result;
}

int pthread_mutex_consistent(struct mutex *m) {
    int self = __ax_self() + 1, result = EINVAL;
    __ax_atomic_begin();
    if (m->state == OWNER_DIED && m->owner == self) {
        m->state = 0;
        result = 0;
    }
    __ax_atomic_end();
    return result;
}

int pthread_mutexattr_init(struct mutex_attributes *a) {
    a->bits = 0;
    return 0;
}

int pthread_mutexattr_destroy(struct mutex_attributes *a) {
    a->bits = -1;
    return 0;
}

int pthread_mutexattr_settype(struct mutex_attributes *a, int type) {
    if (type < 0 || type > 3)
        return EINVAL;
    a->bits = (a->bits & ~TYPE) | type;
    return 0;
}

int pthread_mutexattr_gettype(const struct mutex_attributes *restrict a, int *restrict type) {
    *type = a->bits & TYPE;
    return 0;
}

/* Sets the bits of `mask` for 0 or 1. */
static int set_flag(struct mutex_attributes *a, int mask, int value) {
    if (value != 0 && value != 1)
        return EINVAL;
    a->bits = value != 0 ? a->bits | mask : a->bits & ~mask;
    return 0;
}

int pthread_mutexattr_setrobust(struct mutex_attributes *a, int robust) { return set_flag(a, ROBUST, robust); }
int pthread_mutexattr_setpshared(struct mutex_attributes *a, int shared) { return set_flag(a, SHARED, shared); }

int pthread_mutexattr_getrobust(const struct mutex_attributes *a, int *robust) {
    *robust = (a->bits & ROBUST) != 0;
    return 0;
}

int pthread_mutexattr_getpshared(const struct mutex_attributes *restrict a, int *restrict shared) {
    *shared = (a->bits & SHARED) != 0;
    return 0;
}

int pthread_mutexattr_setprotocol(struct mutex_attributes *a, int protocol) {
    if (protocol < 0 || protocol > 2)
        return EINVAL;
    a->bits = (a->bits & ~PROTOCOL) | protocol * 32;
    return 0;
}

int pthread_mutexattr_getprotocol(const struct mutex_attributes *restrict a, int *restrict protocol) {
    *protocol = (a->bits & PROTOCOL) / 32;
    return 0;
}
