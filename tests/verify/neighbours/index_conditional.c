// expect: pass
#include <stdio.h>
int a[4];
int main(void) { int i = 7; printf("%d\n", i < 4 ? a[i] : 0); return 0; }
