/* Spin locks of POSIX threads: pthread_spinlock_t is an `int`.
 *
 *   0 never initialised, 1 free, 2 and above: the number of the thread that has it plus 2, -1 destroyed
 * A thread that finds it locked waits; spinning would be the same with more steps. Who has it and locks it again waits
 * for ever (POSIX: EDEADLK or a deadlock; glibc spins).
 * Undefined by POSIX and reported: use before pthread_spin_init (a lock of zeros counts as free then, as in many
 * implementations), unlocking what one does not have, destroying a lock that is held, use after that.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EBUSY = 16, NEVER_INITIALISED = 0, FREE = 1, HELD = 2, DESTROYED = -1 };

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
void __ax_lock_taken(const void *lock, int exclusive);
void __ax_lock_dropped(const void *lock);

typedef volatile int spinlock;

int pthread_spin_init(spinlock *l, int shared) {
    (void)shared;
    __ax_atomic_begin();
    *l = FREE;
    __ax_atomic_end();
    return 0;
}

static void check(spinlock *l) {
    if (*l == NEVER_INITIALISED)
        __ax_error(AX_UNINITIALISED, "uses a spin lock that was not initialised");
    if (*l == DESTROYED)
        __ax_error(AX_UNDEFINED, "uses a spin lock that was destroyed");
}

int pthread_spin_destroy(spinlock *l) {
    __ax_atomic_begin();
    check(l);
    if (*l >= HELD)
        __ax_error(AX_UNDEFINED, "destroys a spin lock that is locked");
    *l = DESTROYED;
    __ax_atomic_end();
    return 0;
}

int pthread_spin_lock(spinlock *l) {
    int self = __ax_self();
    __ax_atomic_begin();
    __ax_wait(*l < HELD);
    check(l);
    *l = HELD + self;
    __ax_lock_taken((const void *)l, 1);
    __ax_atomic_end();
    return 0;
}

int pthread_spin_trylock(spinlock *l) {
    int self = __ax_self(), result = EBUSY;
    __ax_atomic_begin();
    if (*l < HELD) {
        check(l);
        *l = HELD + self;
        __ax_lock_taken((const void *)l, 1);
        result = 0;
    }
    __ax_atomic_end();
    return result;
}

int pthread_spin_unlock(spinlock *l) {
    int self = __ax_self();
    __ax_atomic_begin();
    check(l);
    if (*l != HELD + self)
        __ax_error(AX_UNDEFINED, *l < HELD ? "unlocks a spin lock that is not locked"
                                           : "unlocks a spin lock that another thread holds");
    __ax_lock_dropped((const void *)l);
    *l = FREE;
    __ax_atomic_end();
    return 0;
}
