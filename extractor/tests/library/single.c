/* The intrinsics of the library for one thread: choices and unknown values are random, an error is noted, the end of the
 * program jumps back into the test. Waiting for what does not hold ends the test: nobody could make it hold. */
#include "single.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

jmp_buf ended;
int end_status, error_kind;
const char *error_text;
char shown[1 << 16];
unsigned long shown_length;

static unsigned long state = 88172645463325252ul;

unsigned long any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

unsigned long below(unsigned long n) { return any() % n; }

void fail(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    exit(1);
}

int *__errno_location(void);
void __ax_atomic_begin(void) {}
void __ax_atomic_end(void) {}
int shim_waits(int condition) {
    if (!condition)
        fail(__FILE__, __LINE__, "waits for ever");
    return 0;
}
int __ax_choose(int low, int high) { return low + (int)below((unsigned long)(high - low) + 1); }
long __ax_unknown(long low, long high) {
    unsigned long width = (unsigned long)high - (unsigned long)low + 1;
    return (long)((unsigned long)low + (width == 0 ? any() : below(width)));
}
int __ax_known(long value) { return (void)value, 1; }
void __ax_assume(int condition) { (void)condition; }
void __ax_error(int kind, const char *text) {
    if (kind == 7) /* AX_CLOCK_BACK is no error */
        return;
    error_kind = kind;
    error_text = text;
}
int __ax_self(void) { return 0; }
int __ax_own(void) { return 0; }
int __ax_spawn(void *(*f)(void *), void *argument) { return (void)f, (void)argument, 1; }
_Noreturn void __ax_end_thread(void) { abort(); }
int __ax_has_ended(int thread) { return thread != 0; }
int __ax_gave_value(void) { return 1; }
void __ax_joined(int thread) { (void)thread; }
void __ax_reclaim(int thread) { (void)thread; }
void __ax_lock_taken(const void *lock, int exclusive) { (void)lock, (void)exclusive; }
void __ax_lock_dropped(const void *lock) { (void)lock; }
_Noreturn void __ax_exit(int status) {
    end_status = status;
    longjmp(ended, 1);
}
_Noreturn void __ax_abort(void) {
    end_status = -1;
    longjmp(ended, 1);
}

/* The size of an object stands 16 bytes before it. */
void *__ax_allocate(unsigned long size) {
    unsigned long *head = malloc(size + 16);
    head[0] = size;
    memset(head + 2, 0xa5, size);
    return head + 2;
}
void __ax_release(void *p) { free((unsigned long *)p - 2); }
unsigned long __ax_size(const void *p) { return ((const unsigned long *)p)[-2]; }
void __ax_print(const char *text, unsigned long n) {
    if (shown_length + n > sizeof shown)
        shown_length = 0;
    memcpy(shown + shown_length, text, n);
    shown_length += n;
}
