/* Read-write locks of POSIX threads, in the memory of glibc's pthread_rwlock_t (56 bytes).
 *
 *   offset 0   readers  how many read locks there are
 *   offset 4   writer   the thread that has the write lock, plus 1
 *   offset 8   holds    read locks of each thread, four bits by number
 *   offset 40  writers  the threads that wait for the write lock, a bit each; only for kind 2
 *   offset 48  kind     0 and 1 prefer readers, 2 prefers writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
 *                       the static initialisers set only this word
 *   offset 52  state    0 in use, -1 after pthread_rwlock_destroy
 * A free lock looks the same whether it was used or not.
 *
 * A thread may have several read locks (15; one more gives EAGAIN). EDEADLK for who has the write lock and locks again;
 * who has a read lock and wants the write lock waits for ever, as in glibc. Readers pass writers that wait (glibc's
 * default; POSIX leaves it open), but for kind 2. The timed variants try once (see pthread_mutex.c).
 * Undefined by POSIX and reported: unlocking what one does not have, destroying a lock that is held, use after that.
 *
 * Left out: fairness, priorities; a writer that waits with a time limit does not hold up readers of kind 2.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EAGAIN = 11, EBUSY = 16, EINVAL = 22, EDEADLK = 35, ETIMEDOUT = 110, PREFERS_WRITERS = 2, MOST = 15 };

struct rwlock {
    unsigned readers;
    int writer;
    unsigned char holds[32];
    unsigned long writers;
    int kind;
    int state;
};

struct rwlock_attributes {
    int kind, shared;
};

struct timespec {
    long seconds, nanoseconds;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
void __ax_lock_taken(const void *lock, int exclusive);
void __ax_lock_dropped(const void *lock);

int pthread_rwlock_init(struct rwlock *restrict l, const struct rwlock_attributes *restrict attributes) {
    int kind = attributes != 0 ? attributes->kind : 0;
    __ax_atomic_begin();
    *l = (struct rwlock){.kind = kind};
    __ax_atomic_end();
    return 0;
}

/* Whether it was destroyed, which is reported. */
static int is_destroyed(const struct rwlock *l) {
    if (l->state >= 0)
        return 0;
    __ax_error(AX_UNDEFINED, "uses a read-write lock that was destroyed");
    return 1;
}

int pthread_rwlock_destroy(struct rwlock *l) {
    int result = 0;
    __ax_atomic_begin();
    if (is_destroyed(l))
        result = EINVAL;
    else if (l->readers != 0 || l->writer != 0) {
        __ax_error(AX_UNDEFINED, "destroys a read-write lock that is locked");
        result = EBUSY;
    } else
        *l = (struct rwlock){.state = -1};
    __ax_atomic_end();
    return result;
}

static int holds(const struct rwlock *l, int self) { return l->holds[self / 2] >> self % 2 * 4 & 15; }

static void add_reader(struct rwlock *l, int self, int change) {
    l->holds[self / 2] = (unsigned char)(l->holds[self / 2] + (self % 2 == 0 ? change : change * 16));
    l->readers += (unsigned)change;
}

/* The read lock, where no writer stands in the way; part of the step of the caller. */
static int enter_reading(struct rwlock *l, int self) {
    if (is_destroyed(l))
        return EINVAL;
    if (l->writer == self + 1)
        return EDEADLK;
    if (holds(l, self) == MOST)
        return EAGAIN;
    add_reader(l, self, 1);
    __ax_lock_taken(l, 0);
    return 0;
}

int pthread_rwlock_rdlock(struct rwlock *l) {
    int self = __ax_self();
    __ax_atomic_begin();
    __ax_wait(l->state < 0 || l->writer == self + 1 ||
              (l->writer == 0 && (l->kind != PREFERS_WRITERS || l->writers == 0)));
    int result = enter_reading(l, self);
    __ax_atomic_end();
    return result;
}

static int try_reading(struct rwlock *l, int otherwise) {
    int self = __ax_self();
    __ax_atomic_begin();
    int possible = l->state < 0 || l->writer == self + 1 ||
                   (l->writer == 0 && (l->kind != PREFERS_WRITERS || l->writers == 0));
    int result = possible ? enter_reading(l, self) : otherwise;
    __ax_atomic_end();
    return result;
}

static int enter_writing(struct rwlock *l, int self) {
    if (is_destroyed(l))
        return EINVAL;
    if (l->writer == self + 1)
        return EDEADLK;
    l->writer = self + 1;
    __ax_lock_taken(l, 1);
    return 0;
}

int pthread_rwlock_wrlock(struct rwlock *l) {
    int self = __ax_self();
    __ax_atomic_begin();
    __ax_wait(l->state < 0 || l->writer == self + 1 || (l->writer == 0 && l->readers == 0) ||
              l->kind == PREFERS_WRITERS);
    if (l->state >= 0 && l->writer != self + 1 && (l->writer != 0 || l->readers != 0)) {
        l->writers |= 1ul << self;
        __ax_atomic_end();
        __ax_atomic_begin();
        __ax_wait(l->state < 0 || (l->writer == 0 && l->readers == 0));
        l->writers &= ~(1ul << self);
    }
    int result = enter_writing(l, self);
    __ax_atomic_end();
    return result;
}

static int try_writing(struct rwlock *l, int otherwise) {
    int self = __ax_self();
    __ax_atomic_begin();
    int possible = l->state < 0 || l->writer == self + 1 || (l->writer == 0 && l->readers == 0);
    int result = possible ? enter_writing(l, self) : otherwise;
    __ax_atomic_end();
    return result;
}

int pthread_rwlock_tryrdlock(struct rwlock *l) {
    int result = try_reading(l, EBUSY);
    return result == EDEADLK ? EBUSY : result;
}

int pthread_rwlock_trywrlock(struct rwlock *l) {
    int result = try_writing(l, EBUSY);
    return result == EDEADLK ? EBUSY : result;
}

static int too_late(const struct timespec *until) {
    return until->nanoseconds < 0 || until->nanoseconds > 999999999 ? EINVAL : ETIMEDOUT;
}

int pthread_rwlock_timedrdlock(struct rwlock *restrict l, const struct timespec *restrict until) {
    return try_reading(l, too_late(until));
}

int pthread_rwlock_timedwrlock(struct rwlock *restrict l, const struct timespec *restrict until) {
    return try_writing(l, too_late(until));
}

int pthread_rwlock_clockrdlock(struct rwlock *restrict l, int clock, const struct timespec *restrict until) {
    (void)clock;
    return try_reading(l, too_late(until));
}

int pthread_rwlock_clockwrlock(struct rwlock *restrict l, int clock, const struct timespec *restrict until) {
    (void)clock;
    return try_writing(l, too_late(until));
}

int pthread_rwlock_unlock(struct rwlock *l) {
    int self = __ax_self();
    __ax_atomic_begin();
    if (!is_destroyed(l)) {
        if (l->writer == self + 1 || holds(l, self) > 0)
            __ax_lock_dropped(l);
        if (l->writer == self + 1)
            l->writer = 0;
        else if (holds(l, self) > 0)
            add_reader(l, self, -1);
        else
            __ax_error(AX_UNDEFINED, l->writer == 0 && l->readers == 0
                                         ? "unlocks a read-write lock that is not locked"
                                         : "unlocks a read-write lock that other threads hold");
    }
    __ax_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(struct rwlock_attributes *a) {
    *a = (struct rwlock_attributes){0, 0};
    return 0;
}

int pthread_rwlockattr_destroy(struct rwlock_attributes *a) {
    (void)a;
    return 0;
}

int pthread_rwlockattr_setpshared(struct rwlock_attributes *a, int shared) {
    if (shared != 0 && shared != 1)
        return EINVAL;
    a->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const struct rwlock_attributes *restrict a, int *restrict shared) {
    *shared = a->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(struct rwlock_attributes *a, int kind) {
    if (kind < 0 || kind > 2)
        return EINVAL;
    a->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const struct rwlock_attributes *restrict a, int *restrict kind) {
    *kind = a->kind;
    return 0;
}
