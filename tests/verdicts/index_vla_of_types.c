/* expect: safe */
/* VLAs of two dimensions, sizeof, as parameters */
#include <assert.h>
#include <stdlib.h>
static int trace(int n, int m[n][n]) {
    int s = 0;
    for (int i = 0; i < n; i++) s += m[i][i];
    return s;
}

static int f(int n) {
    int a[n][n];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i * n + j;
    assert(sizeof a == n * n * sizeof(int) && sizeof a[0] == n * 4u);
    int (*p)[n] = a;
    p++;
    assert((*p)[0] == n);
    typedef int row[n];
    row r;
    n = 100;
    assert(sizeof r == sizeof(row));
    return trace(sizeof r / 4, a);
}

int main(void) {
    assert(f(3) == 12);
    int n = 2;
    int (*h)[n] = malloc(3 * sizeof *h);
    h[2][1] = 5;
    assert(((int *)h)[5] == 5);
    free(h);
    return 0;
}
