// expect: pass
#include <stdio.h>
int n;
int main(void) { printf("%d\n", n ? 6 / n : 0); return 0; }
