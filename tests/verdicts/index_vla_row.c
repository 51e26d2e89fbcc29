/* expect: bounds */
/* VLA row beyond its end, one row further in the same object is in bounds but the last is not */
static int get(int n, int m, int a[n][m], int i) {
    return a[i][m - 1];
}

int main(void) {
    int n = 2, m = 3;
    int a[n][m];
    for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = 0;
    return get(n, m, a, 2);
}
