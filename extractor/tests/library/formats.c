/* printf and scanf against glibc, with random formats and arguments; streams. */
#define _GNU_SOURCE
#include "single.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

AX(snprintf); AX(sprintf); AX(printf); AX(fprintf); AX(asprintf); AX(perror); AX(dprintf);
AX(puts); AX(putchar); AX(fputs); AX(fputc); AX(fwrite); AX(fgets); AX(fgetc); AX(ungetc); AX(feof); AX(clearerr);
AX(fopen); AX(fclose); AX(fread); AX(__errno_location); AX(stdout); AX(stderr); AX(stdin);
extern int ax_sscanf(const char *, const char *, ...), ax___isoc99_sscanf(const char *, const char *, ...);
extern int ax_scanf(const char *, ...);
extern void ax_free(void *);

static char expected[4000], actual[4000];

/* `%`, flags, width and precision. */
static char *start_of_format(char *f, unsigned long widest) {
    *f++ = '%';
    for (unsigned long n = below(3); n > 0; n--)
        *f++ = "-+ #0"[below(5)];
    if (below(2))
        f += sprintf(f, "%lu", 1 + below(widest));
    if (below(2))
        f += sprintf(f, ".%lu", below(widest));
    return f;
}

#define SAME(room, ...)                                                                                                \
    do {                                                                                                               \
        memset(expected, 'q', 64), memset(actual, 'q', 64);                                                            \
        int count = snprintf(expected, room, __VA_ARGS__), ax_count = ax_snprintf(actual, room, __VA_ARGS__);          \
        if (count != ax_count || memcmp(expected, actual, 64) != 0 || (room > 64 && strcmp(expected, actual) != 0)) {  \
            fprintf(stderr, "format <%s>: <%.*s> and not <%.*s>\n", format, 200, actual, 200, expected);               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static double any_double(void) {
    union { unsigned long bits; double value; } u = {any()};
    switch (below(6)) {
    case 0: return u.value;
    case 1: return (double)(long)any();
    case 2: return (double)(long)below(2000) / 8 - 100;
    case 3: return (double)below(100000) / 1000;
    case 4: return (double)below(1000) * pow(10, (double)below(30) - 15);
    default: return (double[]){0, -0.0, 0.5, 1.5, 2.5, 9.995, 99999.5, 999999.5, 1e300, 5e-324, INFINITY, -NAN}[below(12)];
    }
}

static long double any_long_double(void) {
    union { struct { unsigned long fraction; unsigned short exponent; } parts; long double value; } u = {{any(), 0}};
    switch (below(4)) {
    case 0: u.parts.exponent = (unsigned short)(below(2) << 15 | (16300 + below(200))); break;
    case 1: u.parts.exponent = (unsigned short)below(0x7fff); break;
    case 2: return (long double)any_double();
    default: return (long double)any() / (long double)(1 + below(1000));
    }
    u.parts.fraction |= 1ul << 63;
    return u.value;
}

static void integer_format(void) {
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "z", "j", "t"};
    char format[64], *f = format + sprintf(format, below(2) ? "<%%%%>" : "");
    unsigned long which = below(8), room = below(4) == 0 ? below(20) : 4000;
    f = start_of_format(f, 30);
    sprintf(f, "%s%c|%%*.*d", lengths[which], "diouxX"[below(6)]);
    unsigned long value = any() >> below(64);
    int width = (int)below(20) - 10, precision = (int)below(12) - 2, last = (int)any();
    if (which < 3)
        SAME(room, format, (int)value, width, precision, last);
    else
        SAME(room, format, (long)value, width, precision, last);
}

static void other_format(void) {
    char format[64], *f = start_of_format(format, 12), object;
    static const char *const texts[] = {"", "a", "abc", "a longer text"};
    int k = (int)below(255);
    void *pointer = below(2) ? NULL : (void *)&object;
    unsigned long room = below(4) == 0 ? below(20) : 4000;
    unsigned long which = below(4);
    strcpy(f, (const char *const[]){"s", "c", "p", "m"}[which]);
    errno = *ax___errno_location() = EBUSY;
    if (which == 0)
        SAME(room, format, texts[k % 4]);
    else if (which == 1)
        SAME(room, format, 1 + k);
    else if (strpbrk(format, "#0 +.") == NULL) /* the others mean nothing for %p, and %#m is new */
        SAME(room, format, pointer);
    int n = -1, ax_n = -2;
    snprintf(expected, sizeof expected, "%s%n", texts[2], &n), ax_snprintf(actual, sizeof actual, "%s%n", texts[2], &ax_n);
    CHECK(n == ax_n);
}

static void float_format(void) {
    char format[64], *f = start_of_format(format, below(20) == 0 ? 400 : 25);
    unsigned long room = below(8) == 0 ? below(20) : 4000;
    double value = any_double();
    int is_long = below(4) == 0;
    char letter = "fFeEgG"[below(6)], *hash;
    sprintf(f, "%s%c", is_long ? "L" : "", letter);
    /* glibc 2.36 loses the zeros of %#g where rounding gives a digit more (999999.5). */
    while ((letter | 32) == 'g' && value > 9 && (hash = strchr(format, '#')) != NULL)
        *hash = '-';
    long double long_value = any_long_double();
    while (is_long && (letter | 32) == 'g' && long_value > 9 && (hash = strchr(format, '#')) != NULL)
        *hash = '-';
    if (is_long)
        SAME(room, format, long_value);
    else
        SAME(room, format, value);
}

struct scanned {
    int a, b, n;
    unsigned u;
    long l;
    signed char h;
    char s[40], t[40], c;
    double d;
    float g;
};

static void scan(void) {
    static const char *const formats[] = {
        "%d%n", "%i", "%u", "%x", "%o", "%3d%2d", "%d %d", "%d,%d", "%*d%d", "%s", "%5s%s", "%[a-c]%s", "%[^,],%s", "%c%d",
        "%ld", "%hhd", "x%dy", "%d%%", "%lf", "%f", "%4lf%s", " %c %c", "%[]x]", "%s %n", "%2x%i", "%e %d", "%[0-9-]%c",
    };
    static const char *const pieces[] = {"1", "23", "-4", "+5", " ", "  ", ",", "abc", "x", "y", "0x1f", "017", "%", "1.5",
                                         "1e2", "]", "-", "99999999999", ".", "0x", "0"};
    char text[200] = "";
    for (unsigned long n = below(6); n > 0; n--)
        strcat(text, pieces[below(sizeof pieces / sizeof *pieces)]);
    if (strstr(text, "0x.") != NULL)
        return; /* glibc takes it for a number */
    unsigned long k = below(sizeof formats / sizeof *formats);
    const char *f = formats[k];
    struct scanned x, y;
    memset(&x, 0x5a, sizeof x), memset(&y, 0x5a, sizeof y);
    int count = -7, ax_count = -8;
#define RUN(...)                                                                                                       \
    do {                                                                                                               \
        struct scanned *o = &x;                                                                                        \
        count = sscanf(text, f, __VA_ARGS__);                                                                          \
        o = &y;                                                                                                        \
        ax_count = (below(2) ? ax_sscanf : ax___isoc99_sscanf)(text, f, __VA_ARGS__);                                  \
    } while (0)
    switch (k) {
    case 0: RUN(&o->a, &o->n); break;
    case 1: RUN(&o->a); break;
    case 2: case 3: case 4: RUN(&o->u); break;
    case 5: case 6: case 7: RUN(&o->a, &o->b); break;
    case 8: RUN(&o->a); break;
    case 9: RUN(o->s); break;
    case 10: case 11: case 12: RUN(o->s, o->t); break;
    case 13: RUN(&o->c, &o->a); break;
    case 14: RUN(&o->l); break;
    case 15: RUN(&o->h); break;
    case 16: case 17: RUN(&o->a); break;
    case 18: RUN(&o->d); break;
    case 19: RUN(&o->g); break;
    case 20: RUN(&o->d, o->s); break;
    case 21: RUN(&o->c, o->s); break;
    case 22: RUN(o->s); break;
    case 23: RUN(o->s, &o->n); break;
    case 24: RUN(&o->u, &o->a); break;
    case 25: RUN(&o->g, &o->a); break;
    default: RUN(o->s, &o->c);
    }
    if (count != ax_count || memcmp(&x, &y, sizeof x) != 0) {
        fprintf(stderr, "sscanf(\"%s\", \"%s\"): %d and not %d, or another value\n", text, f, ax_count, count);
        exit(1);
    }
}

static void streams(void) {
    shown_length = 0;
    ax_printf("%d-%s;", 5, "x"), ax_fprintf(ax_stderr, "e%c", '!'), ax_puts("line"), ax_putchar('c');
    ax_fputs("fs", ax_stdout), ax_fwrite("abc", 1, 2, ax_stdout), ax_dprintf(2, "%u", 7u);
    *ax___errno_location() = EBUSY;
    ax_perror("me"), ax_perror(NULL);
    const char *all = "5-x;e!line\ncfsab7me: Device or resource busy\nDevice or resource busy\n";
    CHECK(shown_length == strlen(all) && memcmp(shown, all, shown_length) == 0);
    shown_length = 0;
    CHECK(ax_printf("%300d", 1) == 300 && shown_length == 300);
    char *made = NULL;
    CHECK(ax_asprintf(&made, "%s/%d", "a", 12) == 4 && strcmp(made, "a/12") == 0);
    ax_free(made);
    CHECK(ax_sprintf(actual, "%d", 12) == 2);
    error_kind = 0;
    const char *volatile null = NULL;
    ax_snprintf(actual, 10, "%s", null);
    CHECK(error_kind == 3);
    error_kind = 0;
    ax_snprintf(actual, 10, "%a", 1.0);
    CHECK(error_kind == 6);
    error_kind = 0;
    int ended_some = 0, outcomes[4] = {0};
    for (int i = 0; i < 3000; i++) {
        char line[5];
        FILE *stream = ax_fopen("x", "r");
        if (stream == NULL)
            continue;
        if (ax_fgets(line, sizeof line, stream) == NULL)
            CHECK(ax_feof(stream));
        else
            CHECK(strlen(line) <= 4);
        if (ax_feof(stream)) {
            ended_some = 1;
            CHECK(ax_fgetc(stream) == EOF);
            CHECK(ax_ungetc('q', stream) == 'q' && !ax_feof(stream) && ax_fgetc(stream) == 'q');
        }
        CHECK(ax_fread(line, 1, 4, stream) <= 4);
        ax_fclose(stream);
        int a, n = ax_scanf("%d %3s", &a, line);
        CHECK(n >= -1 && n <= 2);
        outcomes[n + 1]++;
    }
    CHECK(ended_some && outcomes[0] && outcomes[1] && outcomes[2] && outcomes[3]);
}

int main(void) {
    for (int i = 0; i < 30000; i++) {
        integer_format();
        other_format();
        float_format();
        scan();
    }
    CHECK(error_kind == 0);
    streams();
    return 0;
}
