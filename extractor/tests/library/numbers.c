/* stdlib.c, malloc.c, random.c and exit.c against glibc. */
#define _GNU_SOURCE
#include "single.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

AX(strtol); AX(strtoul); AX(strtoll); AX(strtoull); AX(strtod); AX(strtof); AX(strtold); AX(atoi); AX(atol); AX(abs); AX(labs); AX(div);
AX(ldiv); AX(lldiv); AX(qsort); AX(qsort_r); AX(bsearch); AX(getenv); AX(rand); AX(random); AX(drand48);
AX(malloc); AX(calloc); AX(realloc); AX(reallocarray); AX(free); AX(aligned_alloc); AX(posix_memalign);
AX(exit); AX(_Exit); AX(abort); AX(quick_exit); AX(atexit); AX(at_quick_exit); AX(__errno_location);

static void number_text(char *to) {
    static const char *const pieces[] = {"", " ", "\t\n", "+", "-", "0", "0x", "0X", "7", "9", "12", "z", "A", "f", "e",
                                         "9223372036854775807", "9223372036854775808", "18446744073709551615", "."};
    *to = 0;
    for (unsigned long n = 1 + below(6); n > 0; n--)
        strcat(to, pieces[below(sizeof pieces / sizeof *pieces)]);
}

static void integers(void) {
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1, 13};
    char text[200], *end, *ax_end;
    number_text(text);
    int base = bases[below(10)];
    end = ax_end = NULL;
    errno = *ax___errno_location() = 0;
    long expected = strtol(text, &end, base);
    CHECK(ax_strtol(text, &ax_end, base) == expected && *ax___errno_location() == errno);
    CHECK((base >= 0 && base != 1 && base <= 36) ? end == ax_end : ax_end == text);
    errno = *ax___errno_location() = 0;
    unsigned long unsigned_expected = strtoul(text, &end, base);
    CHECK(ax_strtoul(text, &ax_end, base) == unsigned_expected && *ax___errno_location() == errno);
    CHECK(ax_strtoll(text, NULL, base) == strtoll(text, NULL, base));
    CHECK(ax_strtoull(text, NULL, base) == strtoull(text, NULL, base));
    CHECK(ax_atol(text) == atol(text) && ax_atoi(text) == atoi(text));
}

static void doubles(void) {
    char text[200], *end, *ax_end;
    if (below(2)) {
        number_text(text);
    } else {
        union { unsigned long bits; double value; } u = {any() >> 1};
        snprintf(text, sizeof text, below(8) ? "%.*g" : "%.*a", (int)below(17), u.value);
    }
    double expected = strtod(text, &end), value = ax_strtod(text, &ax_end);
    CHECK(end == ax_end);
    CHECK(signbit(expected) == signbit(value));
    CHECK(expected == value || (isnan(expected) && isnan(value)));
    float single = strtof(text, &end), ax_single = ax_strtof(text, &ax_end);
    CHECK(end == ax_end && signbit(single) == signbit(ax_single));
    CHECK(single == ax_single || (isnan(single) && isnan(ax_single)));
}

static int same(long double a, long double b) { return memcmp(&a, &b, 10) == 0 || (isnan(a) && isnan(b)); }

static void long_doubles(void) {
    char text[200], *end, *ax_end;
    union { struct { unsigned long fraction; unsigned short exponent; } parts; long double value; } u = {{any(), 0}};
    u.parts.exponent = (unsigned short)below(0x7fff);
    u.parts.fraction = u.parts.exponent == 0 ? u.parts.fraction >> 1 >> below(60) : u.parts.fraction | 1ul << 63;
    snprintf(text, sizeof text, below(8) ? "%.*Lg" : "%.*La", (int)below(24), u.value);
    long double expected = strtold(text, &end), value = ax_strtold(text, &ax_end);
    CHECK(end == ax_end && same(expected, value));
    CHECK(same(strtold("0x1p-16446", NULL), ax_strtold("0x1p-16446", NULL)));
    CHECK(same(strtold("1e5000", NULL), ax_strtold("1e5000", NULL)));
    CHECK(same(strtold("1.99999999999999999999999", NULL), ax_strtold("1.99999999999999999999999", NULL)));
}

static void special_doubles(void) {
    static const char *const texts[] = {"inf", "-INF", "infinity", "infinite", "nan", "0x1p-3", "0x1.8p1", "0x.8", "0x",
                                        "0xp1", "1e", "1e+", "1e5x", ".", ".5", "5.", "-.5e-1", "1e400", "-1e400", "1e-400",
                                        "123456789012345678901234567890", "  12", "e5", "0e99999999999", "1..2"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end, *ax_end;
        errno = *ax___errno_location() = 0;
        double expected = strtod(texts[i], &end), value = ax_strtod(texts[i], &ax_end);
        CHECK(end == ax_end && errno == *ax___errno_location());
        CHECK(signbit(expected) == signbit(value));
        CHECK(expected == value || (isnan(expected) && isnan(value)));
    }
}

struct item {
    int key;
    short place;
};
static int by_key(const void *a, const void *b) {
    int x = ((const struct item *)a)->key, y = ((const struct item *)b)->key;
    return (x > y) - (x < y);
}
static int by_key_r(const void *a, const void *b, void *count) {
    ++*(int *)count;
    return by_key(a, b);
}

static void sorting(void) {
    struct item items[20], again[20], key = {(int)below(8), 0};
    unsigned long n = below(21), found = n;
    int calls = 0;
    for (unsigned long i = 0; i < n; i++)
        items[i] = (struct item){(int)below(8), (short)i};
    memcpy(again, items, n * sizeof *items);
    ax_qsort(items, n, sizeof *items, by_key);
    ax_qsort_r(again, n, sizeof *again, by_key_r, &calls);
    for (unsigned long i = 0; i < n; i++) {
        CHECK(items[i].key == again[i].key && items[i].place == again[i].place);
        if (items[i].key == key.key)
            found = i;
        if (i > 0)
            CHECK(items[i - 1].key < items[i].key || (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
    }
    CHECK(n < 2 || calls > 0);
    struct item *hit = ax_bsearch(&key, items, n, sizeof *items, by_key);
    CHECK((hit == NULL) == (found == n) && (hit == NULL || hit->key == key.key));
}

static void arithmetic(void) {
    int a = (int)any(), b = (int)any() | 1;
    long c = (long)any(), d = (long)any() | 1;
    if (b == -1 || d == -1)
        return;
    CHECK(ax_div(a, b).quot == a / b && ax_div(a, b).rem == a % b);
    CHECK(ax_ldiv(c, d).quot == c / d && ax_ldiv(c, d).rem == c % d && ax_lldiv(c, d).rem == c % d);
    CHECK(a == INT32_MIN || ax_abs(a) == abs(a));
    CHECK(c == INT64_MIN || ax_labs(c) == labs(c));
    CHECK(ax_rand() >= 0 && ax_random() >= 0 && ax_drand48() >= 0 && ax_drand48() < 1);
}

static void heap(void) {
    unsigned long n = 1 + below(40), m = 1 + below(40), expected = n < m ? n : m;
    unsigned char *p = ax_malloc(n), *q = ax_calloc(n, 3);
    for (unsigned long i = 0; i < n; i++)
        p[i] = (unsigned char)i;
    for (unsigned long i = 0; i < 3 * n; i++)
        CHECK(q[i] == 0);
    p = ax_realloc(p, m);
    for (unsigned long i = 0; i < expected; i++)
        CHECK(p[i] == i);
    p[m - 1] = 1;
    ax_free(p), ax_free(q), ax_free(NULL);
    ax_free(ax_realloc(NULL, n)), ax_free(ax_reallocarray(NULL, n, m)), ax_free(ax_aligned_alloc(16, n));
    CHECK(ax_realloc(ax_malloc(n), 0) == NULL);
    void *aligned = NULL;
    CHECK(ax_posix_memalign(&aligned, 12, n) == EINVAL && ax_posix_memalign(&aligned, 16, n) == 0);
    ax_free(aligned);
    *ax___errno_location() = 0;
    volatile unsigned long huge = SIZE_MAX;
    CHECK(ax_malloc(huge) == NULL && ax_calloc(huge, 2) == NULL && ax_reallocarray(NULL, huge, 2) == NULL);
    CHECK(*ax___errno_location() == ENOMEM);
}

static int order[4], called;
static void first(void) { order[called++] = 1; }
static void second(void) {
    order[called++] = 2;
    ax_atexit(first);
}
static void again(void) { ax_exit(9); }

static void endings(void) {
    CHECK(ax_atexit(first) == 0 && ax_atexit(second) == 0 && ax_at_quick_exit(first) == 0);
    if (setjmp(ended) == 0)
        ax__Exit(3);
    CHECK(end_status == 3 && called == 0);
    if (setjmp(ended) == 0)
        ax_quick_exit(4);
    CHECK(end_status == 4 && called == 1 && order[0] == 1);
    called = 0;
    if (setjmp(ended) == 0)
        ax_exit(5);
    CHECK(end_status == 5 && called == 3 && order[0] == 2 && order[1] == 1 && order[2] == 1);
    error_kind = 0;
    ax_atexit(again);
    if (setjmp(ended) == 0)
        ax_exit(6);
    CHECK(error_kind == 3);
    if (setjmp(ended) == 0)
        ax_abort();
    CHECK(end_status == -1);
}

int main(void) {
    int seen[2] = {0, 0};
    for (int i = 0; i < 20000; i++) {
        integers();
        doubles();
        long_doubles();
        arithmetic();
        if (i % 4 == 0)
            sorting();
        if (i % 4 == 1)
            heap();
        char *value = ax_getenv("HOME");
        seen[value != NULL]++;
        CHECK(value == NULL || value[1] == 0);
    }
    CHECK(seen[0] > 0 && seen[1] > 0);
    CHECK(error_kind == 0);
    volatile int least = INT32_MIN;
    ax_abs(least);
    CHECK(error_kind == 5);
    special_doubles();
    endings();
    return 0;
}
