/* expect: safe */
/* varargs: own printf-like sum with several types, va_copy, passed on */
#include <stdarg.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>
struct p {
    int x, y;
    double z;
};
static double vsum(const char *f, va_list ap) {
    double s = 0;
    va_list c;
    va_copy(c, ap);
    int n = 0;
    for (const char *q = f; *q; q++) n++;
    for (; *f; f++) switch (*f) {
    case 'i':
        s += va_arg(ap, int);
        break;
    case 'd':
        s += va_arg(ap, double);
        break;
    case 'l':
        s += va_arg(ap, long);
        break;
    case 's':
        s += strlen(va_arg(ap, char *));
        break;
    case 'p':
        {
            struct p v = va_arg(ap, struct p);
            s += v.x + v.y + v.z;
            break;
        }
    case 'u':
        s += va_arg(ap, unsigned long long);
        break;
    default:
        assert(0);
    }
    (void)va_arg(c, int);
    va_end(c);
    return s + n - n;
}

static double sum(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    double r = vsum(f, ap);
    va_end(ap);
    return r;
}

static int fmt(char *b, size_t n, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int r = vsnprintf(b, n, f, ap);
    va_end(ap);
    return r;
}

int main(void) {
    assert(sum("idlspu", -1, 2.5, 3L, "four", (struct p){1, 2, .5}, 10ull) == 22.0);
    assert(sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    char b[32];
    int n = fmt(b, sizeof b, "%04d|%-5s|%5.2f|%x|%c|%%", 42, "ab", 3.14159, 0xbeefu, 'z');
    assert(!strcmp(b, "0042|ab   | 3.14|beef|z|%") && n == 25);
    n = fmt(b, 5, "%s", "truncated");
    assert(n == 9 && !strcmp(b, "trun"));
    return 0;
}
