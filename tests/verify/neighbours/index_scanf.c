// expect: fail bounds
#include <stdio.h>
int a[4];
int main(void) { int i; if (scanf("%d", &i) != 1) return 0; a[i] = 1; return 0; }
