// expect: pass
#include <string.h>
int a[4];
int main(void) { memset(a, 0, sizeof a); return 0; }
