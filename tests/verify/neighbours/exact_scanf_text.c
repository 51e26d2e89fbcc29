// expect: fail bounds
#include <stdio.h>
int main(void) { char b[8]; scanf("%s", b); return 0; }
