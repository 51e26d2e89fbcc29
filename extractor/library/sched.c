/* <sched.h>, affinity, and who a process or a thread is: accepted, and without effect on what may happen.
 *
 * No order of threads is promised by any of these, so every order stays possible. Policies are 0 to 2 (SCHED_OTHER,
 * SCHED_FIFO, SCHED_RR); priorities are Linux's: 0 of SCHED_OTHER, 1 to 99 of the others.
 *
 * Left out: that a process may not be allowed to ask for more (EPERM); limits and times of processes.
 */
typedef unsigned long size_t;
enum { EINVAL = 22 };

struct schedule {
    int priority;
};

int __ax_self(void);
long __ax_unknown(long low, long high);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
long sysconf(int name);
int *__errno_location(void);
void *memset(void *to, int byte, size_t n);

static int fail(int number) {
    *__errno_location() = number;
    return -1;
}

int sched_get_priority_max(int policy) { return policy < 0 || policy > 2 ? fail(EINVAL) : policy == 0 ? 0 : 99; }
int sched_get_priority_min(int policy) { return policy < 0 || policy > 2 ? fail(EINVAL) : policy == 0 ? 0 : 1; }

int sched_setscheduler(int process, int policy, const struct schedule *schedule) {
    (void)process, (void)schedule;
    return policy < 0 || policy > 2 ? fail(EINVAL) : 0;
}

int sched_setparam(int process, const struct schedule *schedule) { return (void)process, (void)schedule, 0; }

int sched_getscheduler(int process) { return (void)process, (int)__ax_unknown(0, 2); }

int pthread_setschedprio(unsigned long thread, int priority) {
    (void)thread;
    return priority < 0 || priority > 99 ? EINVAL : 0;
}

/* Any processor may be used, so a set of all is a true answer. */
static int all_processors(size_t size, void *set) {
    memset(set, 255, size);
    return 0;
}

int sched_setaffinity(int process, size_t size, const void *set) { return (void)process, (void)size, (void)set, 0; }
int sched_getaffinity(int process, size_t size, void *set) { return (void)process, all_processors(size, set); }

int pthread_setaffinity_np(unsigned long thread, size_t size, const void *set) {
    return (void)thread, (void)size, (void)set, 0;
}

int pthread_getaffinity_np(unsigned long thread, size_t size, void *set) {
    return (void)thread, all_processors(size, set);
}

int pthread_attr_setaffinity_np(void *attributes, size_t size, const void *set) {
    return (void)attributes, (void)size, (void)set, 0;
}

int get_nprocs(void) { return (int)sysconf(84); }
int get_nprocs_conf(void) { return (int)sysconf(83); }

enum { PARENT, USER, EFFECTIVE_USER, GROUP, EFFECTIVE_GROUP, FACTS };

/* What is not known about the process, and does not change. */
static long same_each_time(int fact, long low, long high) {
    static struct { int is_known; long value; } facts[FACTS];
    __ax_atomic_begin();
    if (!facts[fact].is_known) {
        facts[fact].is_known = 1;
        facts[fact].value = __ax_unknown(low, high);
    }
    long result = facts[fact].value;
    __ax_atomic_end();
    return result;
}

/* Threads have numbers of their own, which are small and different. */
int gettid(void) { return 1000 + __ax_self(); }
int getppid(void) { return (int)same_each_time(PARENT, 1, 4194304); }
unsigned getuid(void) { return (unsigned)same_each_time(USER, 0, 4294967295); }
unsigned geteuid(void) { return (unsigned)same_each_time(EFFECTIVE_USER, 0, 4294967295); }
unsigned getgid(void) { return (unsigned)same_each_time(GROUP, 0, 4294967295); }
unsigned getegid(void) { return (unsigned)same_each_time(EFFECTIVE_GROUP, 0, 4294967295); }

/* Nobody forks here: a program that does has no answer. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    return (void)prepare, (void)parent, (void)child, 0;
}
