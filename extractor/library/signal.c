/* <signal.h>: sets of signals, and masks of threads.
 *
 * No signal comes from outside of a program, so a mask has no effect but to be given back. A set has 128 bytes, a bit
 * for each signal from 1 on, as in glibc.
 *
 * Left out: everything that sends a signal, waits for one or asks for one (`signal`, `sigaction`, `raise`, `kill`,
 * `sigwait`, `alarm`): what these do is not known.
 */
enum { EINVAL = 22, LAST = 64, BLOCK = 0, UNBLOCK = 1, SET = 2 };

struct set {
    unsigned long words[16];
};

int *__errno_location(void);

static _Thread_local struct set mask;

static int fail(int number) {
    *__errno_location() = number;
    return -1;
}

int sigemptyset(struct set *s) {
    *s = (struct set){{0}};
    return 0;
}

int sigfillset(struct set *s) {
    for (int i = 0; i < 16; i++)
        s->words[i] = ~0ul;
    return 0;
}

int sigaddset(struct set *s, int signal) {
    if (signal < 1 || signal > LAST)
        return fail(EINVAL);
    s->words[0] |= 1ul << (signal - 1);
    return 0;
}

int sigdelset(struct set *s, int signal) {
    if (signal < 1 || signal > LAST)
        return fail(EINVAL);
    s->words[0] &= ~(1ul << (signal - 1));
    return 0;
}

int sigismember(const struct set *s, int signal) {
    if (signal < 1 || signal > LAST)
        return fail(EINVAL);
    return (int)(s->words[0] >> (signal - 1) & 1);
}

int pthread_sigmask(int how, const struct set *restrict set, struct set *restrict before) {
    struct set old = mask;
    if (set != 0) {
        if (how != BLOCK && how != UNBLOCK && how != SET)
            return EINVAL;
        for (int i = 0; i < 16; i++)
            mask.words[i] = how == SET     ? set->words[i]
                            : how == BLOCK ? mask.words[i] | set->words[i]
                                           : mask.words[i] & ~set->words[i];
    }
    if (before != 0)
        *before = old;
    return 0;
}

int sigprocmask(int how, const struct set *restrict set, struct set *restrict before) {
    int result = pthread_sigmask(how, set, before);
    return result == 0 ? 0 : fail(result);
}
