/* <errno.h>: `errno` is one `int` for each thread; glibc's macro is `(*__errno_location())`.
 *
 * `strerror` knows the errors that this library gives; others are "Unknown error N". Its text is in a buffer of the
 * thread (C lets it be overwritten by the next call). `strerror_r` is the one of glibc's default (_GNU_SOURCE);
 * POSIX's is `__xpg_strerror_r`, which is what the header makes of it without that macro.
 *
 * Left out: `sys_errlist`, messages in other languages.
 */
typedef unsigned long size_t;

enum ax_error {
    AX_ASSERTION = 1, AX_MEMORY, AX_UNDEFINED, AX_UNINITIALISED, AX_OVERFLOW, AX_NOT_MODELLED, AX_CLOCK_BACK
};

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }

static const char *name_of(int number) {
    switch (number) {
    case 0: return "Success";
    case 1: return "Operation not permitted";
    case 2: return "No such file or directory";
    case 3: return "No such process";
    case 4: return "Interrupted system call";
    case 5: return "Input/output error";
    case 9: return "Bad file descriptor";
    case 11: return "Resource temporarily unavailable";
    case 12: return "Cannot allocate memory";
    case 13: return "Permission denied";
    case 14: return "Bad address";
    case 16: return "Device or resource busy";
    case 17: return "File exists";
    case 22: return "Invalid argument";
    case 28: return "No space left on device";
    case 32: return "Broken pipe";
    case 33: return "Numerical argument out of domain";
    case 34: return "Numerical result out of range";
    case 35: return "Resource deadlock avoided";
    case 38: return "Function not implemented";
    case 75: return "Value too large for defined data type";
    case 84: return "Invalid or incomplete multibyte or wide character";
    case 95: return "Operation not supported";
    case 110: return "Connection timed out";
    case 130: return "Owner died";
    case 131: return "State not recoverable";
    }
    return 0;
}

/* "Unknown error N" into 32 bytes. */
static char *unknown_error(int number, char *to) {
    const char *start = "Unknown error ";
    char digits[12];
    int n = 0, count = 0;
    while (start[n] != 0) {
        to[n] = start[n];
        n++;
    }
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        to[n++] = '-';
    while (count > 0)
        to[n++] = digits[--count];
    to[n] = 0;
    return to;
}

char *strerror(int number) {
    static _Thread_local char text[32];
    const char *name = name_of(number);
    return name != 0 ? (char *)name : unknown_error(number, text);
}

/* POSIX: EINVAL for numbers that are not known, ERANGE where the text does not fit. */
int __xpg_strerror_r(int number, char *to, size_t n) {
    char text[32];
    const char *name = name_of(number), *from = name != 0 ? name : unknown_error(number, text);
    size_t i = 0;
    for (; i + 1 < n && from[i] != 0; i++)
        to[i] = from[i];
    if (n > 0)
        to[i] = 0;
    if (name == 0)
        return 22;
    return n == 0 || from[i] != 0 ? 34 : 0;
}

char *strerror_r(int number, char *to, size_t n) {
    const char *name = name_of(number);
    if (name != 0)
        return (char *)name;
    __xpg_strerror_r(number, to, n);
    return to;
}
