// expect: incomplete
#include <assert.h>
#include <signal.h>
int n;
void f(int s) { n = 1; }
int main(void) { signal(SIGINT, f); assert(n == 0); return 0; }
