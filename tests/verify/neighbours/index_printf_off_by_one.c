// expect: fail bounds
#include <stdio.h>
int a[4];
int main(void) { for (int i = 0; i <= 4; i++) printf("%d\n", a[i]); return 0; }
