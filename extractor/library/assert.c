/* <assert.h>: what glibc's macro calls when an assertion does not hold.
 *
 * The text of the error is the expression; file, line and function come from the place of the call in the run.
 * A program that calls `assert` without the header calls a function: it is taken as what everybody means by it.
 */
enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

void __ax_error(int kind, const char *text);
_Noreturn void __ax_abort(void);
char *strerror(int number);

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    __ax_error(AX_ASSERTION, expression);
    __ax_abort();
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
    __assert_fail(strerror(number), file, line, function);
}

_Noreturn void __assert(const char *expression, const char *file, int line) {
    __assert_fail(expression, file, (unsigned)line, "");
}

int assert(int condition) {
    if (!condition) {
        __ax_error(AX_ASSERTION, "assert");
        __ax_abort();
    }
    return 0;
}
