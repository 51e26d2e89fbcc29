/* Cancellation of POSIX threads.
 *
 * A request is kept until the thread comes to a cancellation point with cancellation enabled; then it ends as by
 * pthread_exit(PTHREAD_CANCELED). Cancellation points: pthread_testcancel, pthread_join, pthread_cond_wait and
 * pthread_cond_timedwait, sem_wait, sem_timedwait, and what sleeps (unistd.c, time.c).
 * pthread_cancel of a thread that does not exist gives ESRCH.
 *
 * Left out: asynchronous cancellation, which is reported as not modelled when a thread turns it on; cancellation points
 * that POSIX only allows (printf, …) or that belong to calls we do not have; a call of pthread_once whose function is
 * cancelled.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};
enum { ESRCH = 3, EINVAL = 22 };

void __ax_error(int kind, const char *text);
void __ax_atomic_begin(void);
void __ax_atomic_end(void);
int __ax_self(void);
int __ax_has_ended(int thread);
int __lib_thread_exists(unsigned long id);
_Noreturn void pthread_exit(void *result);

extern int __lib_cancel_pending[64];
extern _Thread_local int __lib_cancel_disabled;

int pthread_cancel(unsigned long thread) {
    int result = 0;
    __ax_atomic_begin();
    if (!__lib_thread_exists(thread))
        result = ESRCH;
    else if (!__ax_has_ended((int)(thread - 1)))
        __lib_cancel_pending[thread - 1] = 1;
    __ax_atomic_end();
    return result;
}

void pthread_testcancel(void) {
    if (__lib_cancel_disabled)
        return;
    int self = __ax_self();
    __ax_atomic_begin();
    int pending = __lib_cancel_pending[self];
    __ax_atomic_end();
    if (pending)
        pthread_exit((void *)-1);
}

int pthread_setcancelstate(int state, int *old) {
    if (state != 0 && state != 1)
        return EINVAL;
    if (old != 0)
        *old = __lib_cancel_disabled;
    __lib_cancel_disabled = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    if (type != 0 && type != 1)
        return EINVAL;
    if (type == 1)
        __ax_error(AX_NOT_MODELLED, "asynchronous cancellation");
    if (old != 0)
        *old = 0;
    return 0;
}
