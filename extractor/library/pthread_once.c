/* pthread_once and C11's call_once: pthread_once_t and once_flag are an `int`.
 *
 *   0 not called (the initialiser), 1 a thread is in the function, 2 done
 * Other threads wait until the function has come back. The function that calls pthread_once with the same object waits
 * for itself.
 *
 * Left out: a function that is cancelled or leaves by longjmp or pthread_exit; others then wait for ever, while POSIX
 * lets another thread call it after a cancellation.
 */
enum { NOT_CALLED = 0, RUNNING = 1, DONE = 2 };

void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);

int pthread_once(int *once, void (*function)(void)) {
    __ax_atomic_begin();
    __ax_wait(*once != RUNNING);
    int first = *once == NOT_CALLED;
    if (first)
        *once = RUNNING;
    __ax_atomic_end();
    if (first) {
        function();
        __ax_atomic_begin();
        *once = DONE;
        __ax_atomic_end();
    }
    return 0;
}

void call_once(int *once, void (*function)(void)) { pthread_once(once, function); }
