/* <time.h>, <sys/time.h>: clocks and sleeping.
 *
 * Every reading of a clock is a value that is not known; two readings need not be in order (a real-time clock may be
 * set back, and for other clocks it is a generalisation: AX_CLOCK_READ tells the machine, which calls no error real
 * after two readings). Sleeping takes no time: others may run before and after, as
 * always. nanosleep gives EINVAL for times that are none, and is a cancellation point; it is never interrupted.
 *
 * Left out: calendars and their text, timers, alarms.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_READ
};
enum { EINVAL = 22 };

struct timespec {
    long seconds, nanoseconds;
};

struct timeval {
    long seconds, microseconds;
};

void __ax_error(int kind, const char *text);
long __ax_unknown(long low, long high);
int *__errno_location(void);
void pthread_testcancel(void);

/* Seconds since 1970 fit into 34 bits for the next five hundred years. */
static long unknown_seconds(void) {
    __ax_error(AX_CLOCK_READ, "a clock");
    return __ax_unknown(0, 0x3ffffffff);
}

long time(long *to) {
    long now = unknown_seconds();
    if (to != 0)
        *to = now;
    return now;
}

long clock(void) {
    __ax_error(AX_CLOCK_READ, "a clock");
    return __ax_unknown(0, 9223372036854775807);
}
double difftime(long end, long start) { return (double)(end - start); }

static int fail(int number) {
    *__errno_location() = number;
    return -1;
}

int clock_gettime(int id, struct timespec *to) {
    if (id < 0 || id > 11)
        return fail(EINVAL);
    to->seconds = unknown_seconds();
    to->nanoseconds = __ax_unknown(0, 999999999);
    return 0;
}

int clock_getres(int id, struct timespec *to) {
    if (id < 0 || id > 11)
        return fail(EINVAL);
    if (to != 0)
        *to = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *to, int base) { return base == 1 && clock_gettime(0, to) == 0 ? base : 0; }

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    (void)zone;
    to->seconds = unknown_seconds();
    to->microseconds = __ax_unknown(0, 999999);
    return 0;
}

static int sleep_for(const struct timespec *duration) {
    pthread_testcancel();
    return duration->seconds < 0 || duration->nanoseconds < 0 || duration->nanoseconds > 999999999 ? EINVAL : 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    (void)remaining;
    int error = sleep_for(duration);
    return error == 0 ? 0 : fail(error);
}

int clock_nanosleep(int id, int flags, const struct timespec *duration, struct timespec *remaining) {
    (void)id, (void)flags, (void)remaining;
    return sleep_for(duration);
}
