// expect: fail bounds
#include <string.h>
int a[4];
int main(void) { memset(a, 0, 32); return 0; }
