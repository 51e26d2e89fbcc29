/* Function pointers, recursion, variadic functions, setjmp, cleanup, arrays of variable length, alloca. */
#include <alloca.h>
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { long a; double b; char c; };

static long sum(int count, ...) {
    va_list list, again;
    long total = 0;
    va_start(list, count);
    va_copy(again, list);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    total += va_arg(again, int);
    va_end(list);
    va_end(again);
    return total;
}

static double mixed(const char *kinds, ...) {
    va_list list;
    double total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'c': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += va_arg(list, double); break;
        case 's': total += strlen(va_arg(list, char *)); break;
        case 'p': { struct pair p = va_arg(list, struct pair); total += p.a + p.b + p.c; break; }
        }
    va_end(list);
    return total;
}

static int format(char *to, size_t n, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int written = vsnprintf(to, n, text, list);
    va_end(list);
    return written;
}

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int x) { return f(x) + (*f)(1); }
static int (*choose(int which))(int) { return which ? twice : &square; }
static unsigned factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

static int cleaned;
static void clean(int *p) { cleaned = cleaned * 10 + *p; }
static int scopes(int early) {
    __attribute__((cleanup(clean))) int outer = 1;
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(clean))) int inner = 2 + i;
        if (early)
            return inner;
    }
    return outer;
}

static jmp_buf buffer;
static void deep(int n) {
    if (n == 0)
        longjmp(buffer, 7);
    deep(n - 1);
}
static int jump(void) {
    volatile int before = 3;
    int code = setjmp(buffer);
    if (code == 0) {
        before = 4;
        deep(3);
    }
    return code * 10 + before;
}

static int variable(int n, int m) {
    int grid[n][m], (*row)[m] = grid;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            grid[i][j] = i * m + j;
    assert(sizeof grid == n * m * sizeof(int) && sizeof grid[0] == m * sizeof(int));
    char *more = alloca(n);
    more[n - 1] = 5;
    row++;
    return (*row)[1] + grid[n - 1][m - 1] + more[n - 1];
}
static int passed(int n, int a[][n]) { return a[1][0] + (int)(sizeof a[0] / sizeof(int)); }

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static const char *name(void) { return __func__; }
static int counter(void) { static int n = 10; return n++; }

int main(int argc, char **argv) {
    assert(argc == 1 && argv[1] == NULL && argv[0] != NULL);
    assert(sum(3, 1, 2, 3) == 7);
    assert(mixed("cldsp", 'a', 1000L, 2.5, "four", ((struct pair){1, 0.5, 3})) == 97 + 1000 + 2.5 + 4 + 4.5);
    char text[30];
    assert(format(text, sizeof text, "%03d|%-4s|%c|%.2f", 7, "ab", 'z', 1.25) == 15);
    assert(strcmp(text, "007|ab  |z|1.25") == 0);
    assert(apply(twice, 5) == 12 && apply(choose(0), 5) == 26 && choose(1)(4) == 8);
    assert(factorial(10) == 3628800);
    assert(scopes(0) == 1 && cleaned == 231);
    cleaned = 0;
    assert(scopes(1) == 2 && cleaned == 21);
    assert(jump() == 74);
    assert(variable(3, 4) == 5 + 11 + 5);
    int two[2][3] = {{1, 2, 3}, {4, 5, 6}};
    assert(passed(3, two) == 7);
    int numbers[] = {5, 2, 9, 1};
    qsort(numbers, 4, sizeof *numbers, order);
    assert(numbers[0] == 1 && numbers[3] == 9);
    assert(strcmp(name(), "name") == 0);
    counter();
    assert(counter() == 11);
    int (*table[])(int) = {twice, square};
    assert(table[1](3) == 9 && (table[0] == twice));
    return 0;
}
