/* Attributes of threads, in the memory of glibc's pthread_attr_t (56 bytes): only whether a thread starts detached has
 * a meaning here; the rest is kept and given back.
 *
 * Left out: signal masks, affinity, pthread_getattr_np.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EINVAL = 22, SMALLEST_STACK = 16384 };

/* pthread_thread.c knows the first member. */
struct attributes {
    int detached, policy, priority, inherit, scope, unused;
    size_t guard_size, stack_size;
    void *stack;
    void *rest;
};

struct schedule {
    int priority;
};

int pthread_attr_init(struct attributes *a) {
    *a = (struct attributes){.guard_size = 4096, .stack_size = 8388608};
    return 0;
}

int pthread_attr_destroy(struct attributes *a) {
    (void)a;
    return 0;
}

/* Sets one of the members that are 0 or 1. */
static int set(int *member, int value, int most) {
    if (value < 0 || value > most)
        return EINVAL;
    *member = value;
    return 0;
}

static int get(int member, int *to) {
    *to = member;
    return 0;
}

int pthread_attr_setdetachstate(struct attributes *a, int detached) { return set(&a->detached, detached, 1); }
int pthread_attr_getdetachstate(const struct attributes *a, int *to) { return get(a->detached, to); }
int pthread_attr_setschedpolicy(struct attributes *a, int policy) { return set(&a->policy, policy, 2); }
int pthread_attr_getschedpolicy(const struct attributes *restrict a, int *restrict to) { return get(a->policy, to); }
int pthread_attr_setinheritsched(struct attributes *a, int inherit) { return set(&a->inherit, inherit, 1); }
int pthread_attr_getinheritsched(const struct attributes *restrict a, int *restrict to) { return get(a->inherit, to); }
int pthread_attr_getscope(const struct attributes *restrict a, int *restrict to) { return get(a->scope, to); }

/* Linux has only PTHREAD_SCOPE_SYSTEM; ENOTSUP for the other. */
int pthread_attr_setscope(struct attributes *a, int scope) { return scope == 1 ? 95 : set(&a->scope, scope, 0); }

int pthread_attr_setschedparam(struct attributes *restrict a, const struct schedule *restrict schedule) {
    a->priority = schedule->priority;
    return 0;
}

int pthread_attr_getschedparam(const struct attributes *restrict a, struct schedule *restrict schedule) {
    return get(a->priority, &schedule->priority);
}

int pthread_attr_setstacksize(struct attributes *a, size_t size) {
    if (size < SMALLEST_STACK)
        return EINVAL;
    a->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const struct attributes *restrict a, size_t *restrict size) {
    *size = a->stack_size;
    return 0;
}

int pthread_attr_setguardsize(struct attributes *a, size_t size) {
    a->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const struct attributes *restrict a, size_t *restrict size) {
    *size = a->guard_size;
    return 0;
}

int pthread_attr_setstack(struct attributes *a, void *stack, size_t size) {
    a->stack = stack;
    return pthread_attr_setstacksize(a, size);
}

int pthread_attr_getstack(const struct attributes *restrict a, void **restrict stack, size_t *restrict size) {
    *stack = a->stack;
    return pthread_attr_getstacksize(a, size);
}

/* The same of threads that run: accepted, without effect. */
int pthread_setschedparam(unsigned long thread, int policy, const struct schedule *schedule) {
    (void)thread, (void)schedule;
    return policy < 0 || policy > 2 ? EINVAL : 0;
}

int pthread_getschedparam(unsigned long thread, int *restrict policy, struct schedule *restrict schedule) {
    (void)thread;
    *policy = 0;
    return get(0, &schedule->priority);
}

int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }
int pthread_getconcurrency(void) { return 0; }

/* Names have up to 15 characters; ERANGE otherwise. */
int pthread_setname_np(unsigned long thread, const char *name) {
    int n = 0;
    (void)thread;
    while (name[n] != 0)
        n++;
    return n > 15 ? 34 : 0;
}
