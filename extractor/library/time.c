/* <time.h>, <sys/time.h>: clocks and sleeping.
 *
 * Every reading of a clock is a value that is not known, and not before the reading of the same clock before it. A
 * real-time clock may be set back, too: AX_CLOCK_BACK tells the machine, which calls no error real after that. Readings
 * of different clocks are in no order, even where they show the same time. Sleeping takes no time: others may run
 * before and after, as always. nanosleep gives EINVAL for times that are none, and is a cancellation point; it is never
 * interrupted.
 *
 * A calendar date is any date: which one a number of seconds is, is not computed.
 *
 * Left out: text of dates, timers, alarms.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
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
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_assume(int condition);

/* The last reading of a clock. Before the first, nothing is in the way. */
struct last {
    int is_read;
    struct timespec at;
};

enum { REALTIME = 0, THREAD_TIME = 3, REALTIME_COARSE = 5, REALTIME_ALARM = 8, TAI = 11, TIME, DAY, CLOCK, CLOCKS };

static struct last last[CLOCKS];
static _Thread_local struct last last_of_thread;

static int may_go_back(int id) {
    return id == REALTIME || id == REALTIME_COARSE || id == REALTIME_ALARM || (id >= TAI && id <= DAY);
}

/* Reads a clock that shows multiples of a part of a second, `parts` to a second. */
static struct timespec read_clock(int id, long parts) {
    /* Seconds since 1970 fit into 32 bits until 2106; nanoseconds then fit into 63. */
    struct timespec now = {__ax_unknown(0, 0xffffffff), parts > 1 ? __ax_unknown(0, parts - 1) : 0};
    struct last *before = id == THREAD_TIME ? &last_of_thread : &last[id];
    int is_back = 0;
    __ax_atomic_begin();
    if (before->is_read) {
        if (now.seconds < before->at.seconds)
            is_back = 1;
        else if (parts > 1 && now.seconds == before->at.seconds)
            is_back = now.nanoseconds < before->at.nanoseconds;
        if (is_back && may_go_back(id))
            __ax_error(AX_CLOCK_BACK, "a clock");
        else
            __ax_assume(!is_back);
    }
    *before = (struct last){1, now};
    __ax_atomic_end();
    return now;
}

long time(long *to) {
    long now = read_clock(TIME, 1).seconds;
    if (to != 0)
        *to = now;
    return now;
}

long clock(void) {
    long now = __ax_unknown(0, 9223372036854775807);
    __ax_atomic_begin();
    __ax_assume(now >= last[CLOCK].at.seconds);
    last[CLOCK].at.seconds = now;
    __ax_atomic_end();
    return now;
}

double difftime(long end, long start) { return (double)(end - start); }

static int fail(int number) {
    *__errno_location() = number;
    return -1;
}

int clock_gettime(int id, struct timespec *to) {
    if (id < 0 || id > 11)
        return fail(EINVAL);
    *to = read_clock(id, 1000000000);
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
    struct timespec now = read_clock(DAY, 1000000);
    to->seconds = now.seconds;
    to->microseconds = now.nanoseconds;
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

struct tm {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

static struct tm date;

struct tm *gmtime_r(const long *time, struct tm *to) {
    (void)*time;
    to->second = (int)__ax_unknown(0, 60);
    to->minute = (int)__ax_unknown(0, 59);
    to->hour = (int)__ax_unknown(0, 23);
    to->day = (int)__ax_unknown(1, 31);
    to->month = (int)__ax_unknown(0, 11);
    to->year = (int)__ax_unknown(70, 700);
    to->weekday = (int)__ax_unknown(0, 6);
    to->yearday = (int)__ax_unknown(0, 365);
    to->summer = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

struct tm *localtime_r(const long *time, struct tm *to) {
    gmtime_r(time, to);
    to->summer = (int)__ax_unknown(0, 1);
    to->offset = __ax_unknown(-43200, 50400);
    return to;
}

/* The one object that these two share. */
struct tm *gmtime(const long *time) { return gmtime_r(time, &date); }
struct tm *localtime(const long *time) { return localtime_r(time, &date); }

long mktime(struct tm *t) {
    (void)*t;
    return __ax_unknown(-1, 0x3ffffffff);
}
