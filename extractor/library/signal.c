/* <signal.h>: sets of signals, masks of threads, handlers, and signals that a thread sends to itself.
 *
 * A signal may come from outside at any time once there is a handler for it: what the handler does then is not looked
 * at, and stands in the way of a pass. `raise` calls the handler, in the thread that raises, with the signal blocked
 * meanwhile; where the thread blocks the signal, or where it would end the program, the answer is incomplete. A handler
 * with three arguments (SA_SIGINFO) is given facts that nobody knows: incomplete where it is called.
 * `pause` waits for ever, and is no deadlock: it is a loop. A set has 128 bytes, a bit for each signal from 1 on, as in
 * glibc.
 *
 * Left out: alternative stacks, and everything that sends a signal to others or waits for one (`kill`, `pthread_kill`,
 * `sigwait`, `alarm`): what these do is not known.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { EINVAL = 22, LAST = 64, BLOCK = 0, UNBLOCK = 1, SET = 2, KILL = 9, STOP = 19 };
/* Flags of `sigaction`. */
enum { ONE_SHOT = (int)0x80000000, NESTS = 0x40000000, WITH_FACTS = 4 };

struct set {
    unsigned long words[16];
};

typedef void handler(int);

int *__errno_location(void);
void __ax_error(int kind, const char *text);
int __ax_choose(int low, int high);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void pthread_testcancel(void);

static _Thread_local struct set mask;

/* 0: what is done without a handler; 1: the signal is ignored. */
static handler *handlers[LAST + 1];

/* As `struct sigaction` of glibc. */
struct action {
    handler *handler;
    struct set blocked;
    int flags;
    void *restorer;
};

/* What else `sigaction` said of the handler. */
static struct action actions[LAST + 1];

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

/* -1 where there is no such signal, or nobody may handle it. */
handler *signal(int signal, handler *new) {
    if (signal < 1 || signal > LAST || signal == KILL || signal == STOP) {
        fail(EINVAL);
        return (handler *)-1L;
    }
    if (new != 0 && new != (handler *)1L && __ax_choose(0, 1) == 1)
        __ax_error(AX_NOT_MODELLED, "a signal from outside, whose handler may run at any time");
    __ax_atomic_begin();
    handler *before = handlers[signal];
    handlers[signal] = new;
    actions[signal] = (struct action){0};
    __ax_atomic_end();
    return before;
}

int sigaction(int signal, const struct action *restrict new, struct action *restrict before) {
    if (signal < 1 || signal > LAST || ((signal == KILL || signal == STOP) && new != 0))
        return fail(EINVAL);
    handler *next = 0;
    if (new != 0) {
        next = new->handler;
        if (next != 0 && next != (handler *)1L && __ax_choose(0, 1) == 1)
            __ax_error(AX_NOT_MODELLED, "a signal from outside, whose handler may run at any time");
    }
    struct action old, wanted = {0};
    if (new != 0) {
        wanted.blocked = new->blocked;
        wanted.flags = new->flags;
    }
    __ax_atomic_begin();
    old = actions[signal];
    old.handler = handlers[signal];
    if (new != 0) {
        handlers[signal] = next;
        actions[signal] = wanted;
    }
    __ax_atomic_end();
    if (before != 0)
        *before = old;
    return 0;
}

int raise(int signal) {
    if (signal < 1 || signal > LAST)
        return fail(EINVAL);
    __ax_atomic_begin();
    handler *now = handlers[signal];
    struct action how = actions[signal];
    int blocked = (mask.words[0] >> (signal - 1) & 1) != 0, called = now != 0 && now != (handler *)1L && !blocked;
    if (called && (how.flags & ONE_SHOT) != 0)
        handlers[signal] = 0;
    __ax_atomic_end();
    if (now == 0 || blocked)
        __ax_error(AX_NOT_MODELLED, "a signal that is raised without a handler, or while it is blocked");
    else if (called && (how.flags & WITH_FACTS) != 0)
        __ax_error(AX_NOT_MODELLED, "a handler that asks where its signal comes from (SA_SIGINFO)");
    else if (called) {
        unsigned long before = mask.words[0];
        mask.words[0] |= how.blocked.words[0];
        if ((how.flags & NESTS) == 0)
            mask.words[0] |= 1ul << (signal - 1);
        now(signal);
        mask.words[0] = before;
    }
    return 0;
}

int pause(void) {
    for (;;)
        pthread_testcancel();
}
