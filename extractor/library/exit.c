/* The end of the program: exit, _Exit, quick_exit, abort, atexit.
 *
 * `exit` calls the functions that were registered, the last one first, then the program ends; functions that are
 * registered meanwhile are called, too. `return` from `main` is a call of `exit`.
 * Undefined by C and reported: a call of `exit` in a function that `exit` called. Another thread that calls `exit`
 * while one is at it waits for the end of the program (POSIX 2024).
 * Registered functions are kept in a table of 32, the number that C promises: one more is not modelled.
 *
 * Left out: buffers of streams (all output is shown at once), `on_exit`, destructors of thread-specific data (POSIX
 * does not call them here).
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { MOST = 32 };

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
_Noreturn void __ax_exit(int status);
_Noreturn void __ax_abort(void);

typedef void handler(void);

struct handlers {
    int count;
    int caller; /* the thread that calls them, plus 1 */
    handler *list[MOST];
};

static struct handlers at_exit, at_quick_exit_;

static int add(struct handlers *handlers, handler *function) {
    __ax_atomic_begin();
    if (handlers->count == MOST)
        __ax_error(AX_NOT_MODELLED, "more than 32 functions are to be called at the end of the program");
    handlers->list[handlers->count++] = function;
    __ax_atomic_end();
    return 0;
}

int atexit(handler *function) { return add(&at_exit, function); }
int at_quick_exit(handler *function) { return add(&at_quick_exit_, function); }

/* The last function of the list, which is taken out; null when there is none. */
static handler *take(struct handlers *handlers) {
    handler *last = 0;
    __ax_atomic_begin();
    if (handlers->count > 0) {
        last = handlers->list[--handlers->count];
        handlers->list[handlers->count] = 0;
    }
    __ax_atomic_end();
    return last;
}

/* Calls all functions and ends the program; without any, that is one step. */
static _Noreturn void end(struct handlers *handlers, int status) {
    int self = __ax_self() + 1;
    __ax_atomic_begin();
    __ax_wait(handlers->caller == 0 || handlers->caller == self);
    if (handlers->caller == self)
        __ax_error(AX_UNDEFINED, "calls exit in a function that exit calls");
    if (handlers->count == 0)
        __ax_exit(status);
    handlers->caller = self;
    __ax_atomic_end();
    for (handler *function = take(handlers); function != 0; function = take(handlers))
        function();
    __ax_exit(status);
}

_Noreturn void exit(int status) { end(&at_exit, status); }
_Noreturn void quick_exit(int status) { end(&at_quick_exit_, status); }
_Noreturn void _Exit(int status) { __ax_exit(status); }
_Noreturn void _exit(int status) { __ax_exit(status); }
_Noreturn void abort(void) { __ax_abort(); }
