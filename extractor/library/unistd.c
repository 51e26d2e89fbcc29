/* What programs with threads take from <unistd.h> and <sched.h>.
 *
 * Sleeping takes no time and is a cancellation point (see time.c). Yielding does nothing: another thread may always
 * run. `write` to descriptors 1 and 2 is shown in the run, `read` gives bytes that are not known.
 *
 * Left out: files, processes, signals, alarms.
 */
typedef unsigned long size_t;

int __ax_choose(int low, int high);
long __ax_unknown(long low, long high);
void __ax_print(const char *text, size_t n);
int *__errno_location(void);
void pthread_testcancel(void);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);

unsigned sleep(unsigned seconds) {
    (void)seconds;
    pthread_testcancel();
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    pthread_testcancel();
    return 0;
}

int sched_yield(void) { return 0; }
int pthread_yield(void) { return 0; }
int sched_getcpu(void) { return (int)__ax_unknown(0, 1023); }

/* The same each time. */
int getpid(void) {
    static int number;
    __ax_atomic_begin();
    if (number == 0)
        number = (int)__ax_unknown(1, 4194304);
    int result = number;
    __ax_atomic_end();
    return result;
}

int getpagesize(void) { return 4096; }
int isatty(int descriptor) { return (void)descriptor, __ax_choose(0, 1); }

long write(int descriptor, const void *from, size_t n) {
    if (descriptor == 1 || descriptor == 2)
        __ax_print(from, n);
    return (long)n;
}

/* The number of bytes is 0 at the end of the file, -1 with EIO, or any up to `n`. */
long read(int descriptor, void *to, size_t n) {
    unsigned char *bytes = to;
    (void)descriptor;
    if (__ax_choose(0, 1)) {
        *__errno_location() = 5;
        return -1;
    }
    size_t count = 0;
    while (count < n && __ax_choose(0, 1))
        bytes[count++] = (unsigned char)__ax_unknown(0, 255);
    return (long)count;
}

/* _SC_PAGESIZE 30, _SC_NPROCESSORS_CONF 83, _SC_NPROCESSORS_ONLN 84: processors are not added while a program runs. */
long sysconf(int name) {
    static long processors;
    if (name == 30)
        return 4096;
    if (name != 83 && name != 84)
        return __ax_unknown(-1, 9223372036854775807);
    __ax_atomic_begin();
    if (processors == 0)
        processors = __ax_unknown(1, 64);
    long result = processors;
    __ax_atomic_end();
    return result;
}
