/* What threads that wait share with those that wake them: one byte each, by the number of the thread.
 *
 * A thread that waits on a condition variable or a barrier looks here for its waking, and not into the object: whoever
 * woke all of its threads may destroy the object and free its memory at once. All bytes are 0 but for threads that
 * were woken and did not move yet, or have a request to cancel them.
 */
int __lib_woken[64];
int __lib_cancel_pending[64];
/* Set by pthread_setcancelstate, and while a thread ends. */
_Thread_local int __lib_cancel_disabled;
