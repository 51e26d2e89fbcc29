/* string.c, ctype.c and errno.c against glibc, on random strings of few letters. */
#define _GNU_SOURCE
#include "single.h"
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

AX(memcpy); AX(mempcpy); AX(memmove); AX(memset); AX(memcmp); AX(memchr); AX(memrchr); AX(memccpy); AX(memmem);
AX(strlen); AX(strnlen); AX(stpcpy); AX(strcpy); AX(stpncpy); AX(strncpy); AX(strcat); AX(strncat); AX(strncmp);
AX(strcmp); AX(strcoll); AX(strncasecmp); AX(strcasecmp); AX(strchrnul); AX(strchr); AX(strrchr); AX(strstr);
AX(strcasestr); AX(strspn); AX(strcspn); AX(strpbrk); AX(strsep); AX(strtok_r); AX(strtok); AX(strndup); AX(strdup);
AX(strxfrm); AX(swab); AX(ffs); AX(ffsl); AX(rawmemchr); AX(bzero); AX(bcmp); AX(bcopy); AX(explicit_bzero);
AX(isalnum); AX(isalpha); AX(isblank); AX(iscntrl); AX(isdigit); AX(isgraph); AX(islower); AX(isprint); AX(ispunct);
AX(isspace); AX(isupper); AX(isxdigit); AX(tolower); AX(toupper); AX(isascii); AX(__ctype_b_loc);
AX(strerror); AX(strerror_r); AX(__errno_location);
extern int ax___xpg_strerror_r(int, char *, size_t), __xpg_strerror_r(int, char *, size_t);
extern void ax_free(void *);

enum { SIZE = 24 };

static int sign(int n) { return (n > 0) - (n < 0); }

/* A string of at most 11 characters in an object of its own size, so that every byte too far is noticed. */
static char *text(void) {
    unsigned long n = below(12);
    char *s = malloc(n + 1);
    for (unsigned long i = 0; i < n; i++)
        s[i] = "abAB,\xff"[below(6)];
    s[n] = 0;
    return s;
}

/* Offset of a result in its string; -1 for null. */
static long at(const void *p, const void *base) { return p == NULL ? -1 : (const char *)p - (const char *)base; }

static void compare_readers(const char *a, const char *b) {
    unsigned long n = below(14), la = strlen(a), lb = strlen(b), m = n < la ? n : la;
    int c = "abAB,\xff"[below(7)];
    CHECK(ax_strlen(a) == la);
    CHECK(ax_strnlen(a, n) == strnlen(a, n));
    CHECK(sign(ax_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(ax_strcoll(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(ax_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
    CHECK(sign(ax_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK(sign(ax_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
    CHECK(sign(ax_memcmp(a, b, la < lb ? la : lb)) == sign(memcmp(a, b, la < lb ? la : lb)));
    CHECK((ax_bcmp(a, b, la < lb ? la : lb) == 0) == (bcmp(a, b, la < lb ? la : lb) == 0));
    CHECK(ax_strchr(a, c) == strchr(a, c));
    CHECK(ax_strrchr(a, c) == strrchr(a, c));
    CHECK(ax_strchrnul(a, c) == strchrnul(a, c));
    CHECK(ax_memchr(a, c, m) == memchr(a, c, m));
    CHECK(ax_memrchr(a, c, m) == memrchr(a, c, m));
    CHECK(ax_rawmemchr(a, 0) == a + la);
    CHECK(ax_strstr(a, b) == strstr(a, b));
    CHECK(ax_strcasestr(a, b) == strcasestr(a, b));
    CHECK(ax_memmem(a, la, b, lb) == memmem(a, la, b, lb));
    CHECK(ax_strspn(a, b) == strspn(a, b));
    CHECK(ax_strcspn(a, b) == strcspn(a, b));
    CHECK(ax_strpbrk(a, b) == strpbrk(a, b));
}

/* The same call on two equal buffers: same result, same bytes. */
#define BOTH(call, ax_call)                                                                                            \
    do {                                                                                                               \
        char x[2 * SIZE], y[2 * SIZE];                                                                                 \
        memset(x, 'q', sizeof x), memset(y, 'q', sizeof y);                                                            \
        strcpy(x, prefix), strcpy(y, prefix);                                                                          \
        char *to = x;                                                                                                  \
        long expected = at((void *)(call), x);                                                                         \
        to = y;                                                                                                        \
        CHECK(at((void *)(ax_call), y) == expected);                                                                   \
        CHECK(memcmp(x, y, sizeof x) == 0);                                                                            \
    } while (0)

static void compare_writers(const char *a, const char *prefix) {
    unsigned long n = below(14), la = strlen(a), i = below(5), k = below(5);
    BOTH(memcpy(to, a, la), ax_memcpy(to, a, la));
    BOTH(mempcpy(to, a, la), ax_mempcpy(to, a, la));
    BOTH(memmove(to + i, to + k, n), (char *)ax_memmove(to + i, to + k, n));
    BOTH((bcopy(to + i, to + k, n), to), (ax_bcopy(to + i, to + k, n), to));
    BOTH(memset(to, 'z', n), ax_memset(to, 'z', n));
    BOTH((bzero(to, n), to), (ax_bzero(to, n), to));
    BOTH((explicit_bzero(to, n), to), (ax_explicit_bzero(to, n), to));
    BOTH(memccpy(to, a, ',', la), ax_memccpy(to, a, ',', la));
    BOTH(strcpy(to, a), ax_strcpy(to, a));
    BOTH(stpcpy(to, a), ax_stpcpy(to, a));
    BOTH(strncpy(to, a, n), ax_strncpy(to, a, n));
    BOTH(stpncpy(to, a, n), ax_stpncpy(to, a, n));
    BOTH(strcat(to, a), ax_strcat(to, a));
    BOTH(strncat(to, a, n), ax_strncat(to, a, n));
    BOTH((swab(a, to, (long)la), to), (ax_swab(a, to, (long)la), to));
    BOTH(to + strxfrm(to, a, n), to + ax_strxfrm(to, a, n));
    char *copy = ax_strdup(a), *part = ax_strndup(a, n), *expected = strndup(a, n);
    CHECK(strcmp(copy, a) == 0 && strcmp(part, expected) == 0);
    ax_free(copy), ax_free(part), free(expected);
}

static void compare_tokens(const char *a, const char *delimiters) {
    char x[SIZE], y[SIZE], z[SIZE], *rest_x, *rest_y, *u, *v, *w;
    strcpy(x, a), strcpy(y, a), strcpy(z, a);
    u = strtok_r(x, delimiters, &rest_x), v = ax_strtok_r(y, delimiters, &rest_y), w = ax_strtok(z, delimiters);
    for (;;) {
        CHECK(at(u, x) == at(v, y) && at(u, x) == at(w, z));
        CHECK(at(rest_x, x) == at(rest_y, y));
        if (u == NULL)
            break;
        u = strtok_r(NULL, delimiters, &rest_x), v = ax_strtok_r(NULL, delimiters, &rest_y);
        w = ax_strtok(NULL, delimiters);
    }
    CHECK(memcmp(x, y, strlen(a) + 1) == 0);
    strcpy(x, a), strcpy(y, a);
    rest_x = x, rest_y = y;
    do {
        u = strsep(&rest_x, delimiters), v = ax_strsep(&rest_y, delimiters);
        CHECK(at(u, x) == at(v, y) && at(rest_x, x) == at(rest_y, y));
    } while (u != NULL);
}

static void classes(void) {
    for (int c = -1; c < 256; c++) {
        CHECK(!ax_isalnum(c) == !(isalnum)(c) && !ax_isalpha(c) == !(isalpha)(c) && !ax_isblank(c) == !(isblank)(c));
        CHECK(!ax_iscntrl(c) == !(iscntrl)(c) && !ax_isdigit(c) == !(isdigit)(c) && !ax_isgraph(c) == !(isgraph)(c));
        CHECK(!ax_islower(c) == !(islower)(c) && !ax_isprint(c) == !(isprint)(c) && !ax_ispunct(c) == !(ispunct)(c));
        CHECK(!ax_isspace(c) == !(isspace)(c) && !ax_isupper(c) == !(isupper)(c) && !ax_isxdigit(c) == !(isxdigit)(c));
        CHECK(ax_tolower(c) == (tolower)(c) && ax_toupper(c) == (toupper)(c));
    }
    for (int c = -128; c < 256; c++)
        CHECK((*ax___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
    error_kind = 0;
    ax_isalpha(300);
    CHECK(error_kind == 3);
}

static void errors(void) {
    int known[] = {0, 1, 2, 3, 4, 5, 9, 11, 12, 13, 14, 16, 17, 22, 28, 32, 33, 34, 35, 38, 75, 84, 95, 110, 130, 131};
    char x[40], y[40];
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        CHECK(strcmp(ax_strerror(known[i]), strerror(known[i])) == 0);
    CHECK(strcmp(ax_strerror(-7), strerror(-7)) == 0 && strcmp(ax_strerror(4321), strerror(4321)) == 0);
    for (int i = 0; i < 300; i++) {
        int number = known[below(26)];
        unsigned long n = 1 + below(39);
        CHECK(ax___xpg_strerror_r(number, x, n) == __xpg_strerror_r(number, y, n) && strcmp(x, y) == 0);
    }
    CHECK(ax___xpg_strerror_r(999, x, 40) == EINVAL && strcmp(x, "Unknown error 999") == 0);
    CHECK(strcmp(ax_strerror_r(16, x, 40), strerror(EBUSY)) == 0);
}

static void overlaps(void) {
    char buffer[SIZE] = "abcdef";
    error_kind = 0;
    ax_memcpy(buffer, buffer + 6, 6), ax_memcpy(buffer, buffer, 6);
    CHECK(error_kind == 0);
    ax_memcpy(buffer, buffer + 5, 6);
    CHECK(error_kind == 3);
    error_kind = 0;
    strcpy(buffer, "abcdef"), ax_strcpy(buffer + 7, buffer);
    CHECK(error_kind == 0);
    ax_strcpy(buffer, buffer + 2);
    CHECK(error_kind == 3);
    error_kind = 0;
    strcpy(buffer, "abcdef"), ax_strncat(buffer, buffer + 3, 2);
    CHECK(error_kind == 3);
    error_kind = 0;
}

int main(void) {
    for (int i = 0; i < 20000; i++) {
        char *a = text(), *b = text();
        compare_readers(a, b);
        compare_writers(a, b);
        compare_tokens(a, b);
        int bits = (int)(any() & (any() >> below(64)));
        CHECK(ax_ffs(bits) == ffs(bits));
        free(a), free(b);
    }
    CHECK(ax_ffsl(INT64_MIN) == 64 && ax_ffsl(0) == 0);
    CHECK(error_kind == 0);
    classes();
    errors();
    overlaps();
    return 0;
}
