// expect: fail division
#include <stdio.h>
int n;
int main(void) { printf("%d\n", 6 / n); return 0; }
