/* Barriers of POSIX threads, in the memory of glibc's pthread_barrier_t (32 bytes).
 *
 *   offset 0   needed   how many threads have to come; 0 never initialised
 *   offset 4   arrived  how many have come
 *   offset 8   waiting  which ones, a bit each by number
 *   offset 16  state    0 in use, -1 after pthread_barrier_destroy
 *
 * The last thread that comes wakes the others; any one of all gets PTHREAD_BARRIER_SERIAL_THREAD. Threads that were
 * woken no longer touch the barrier (see waiting.c): the first that comes back may destroy it.
 * Undefined by POSIX and reported: use before pthread_barrier_init, destroying or initialising a barrier on which
 * threads wait, use after that. No cancellation point, as POSIX says.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EINVAL = 22, SERIAL_THREAD = -1, WOKEN = 1, WOKEN_AS_SERIAL = 2 };

struct barrier {
    unsigned needed, arrived;
    unsigned long waiting;
    int state;
    int rest[3];
};

struct barrier_attributes {
    int shared;
};

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_choose(int low, int high);
int __ax_self(void);
extern int __lib_woken[64];

int pthread_barrier_init(struct barrier *restrict b, const struct barrier_attributes *restrict attributes,
                         unsigned count) {
    (void)attributes;
    if (count == 0 || count > 2147483647)
        return EINVAL;
    __ax_atomic_begin();
    *b = (struct barrier){.needed = count};
    __ax_atomic_end();
    return 0;
}

static int check(const struct barrier *b) {
    if (b->state < 0)
        __ax_error(AX_UNDEFINED, "uses a barrier that was destroyed");
    else if (b->needed == 0)
        __ax_error(AX_UNINITIALISED, "uses a barrier that was not initialised");
    else
        return 0;
    return EINVAL;
}

int pthread_barrier_destroy(struct barrier *b) {
    __ax_atomic_begin();
    if (check(b) == 0 && b->waiting != 0)
        __ax_error(AX_UNDEFINED, "destroys a barrier on which threads wait");
    *b = (struct barrier){.state = -1};
    __ax_atomic_end();
    return 0;
}

/* The last one has come: all go on. The result of the caller. */
static int open(struct barrier *b) {
    int serial = b->needed > 1 ? __ax_choose(0, (int)b->needed - 1) : 0, result = serial == 0 ? SERIAL_THREAD : 0;
    for (int i = 0; i < 64; i++)
        if (b->waiting >> i & 1)
            __lib_woken[i] = --serial == 0 ? WOKEN_AS_SERIAL : WOKEN;
    b->waiting = 0;
    b->arrived = 0;
    return result;
}

int pthread_barrier_wait(struct barrier *b) {
    int self = __ax_self();
    __ax_atomic_begin();
    int result = check(b);
    int waits = result == 0 && ++b->arrived < b->needed;
    if (waits)
        b->waiting |= 1ul << self;
    else if (result == 0)
        result = open(b);
    __ax_atomic_end();
    if (waits) {
        __ax_atomic_begin();
        __ax_wait(__lib_woken[self] != 0);
        result = __lib_woken[self] == WOKEN_AS_SERIAL ? SERIAL_THREAD : 0;
        __lib_woken[self] = 0;
        __ax_atomic_end();
    }
    return result;
}

int pthread_barrierattr_init(struct barrier_attributes *a) {
    a->shared = 0;
    return 0;
}

int pthread_barrierattr_destroy(struct barrier_attributes *a) {
    (void)a;
    return 0;
}

int pthread_barrierattr_setpshared(struct barrier_attributes *a, int shared) {
    if (shared != 0 && shared != 1)
        return EINVAL;
    a->shared = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const struct barrier_attributes *restrict a, int *restrict shared) {
    *shared = a->shared;
    return 0;
}
