// truth: fail assertion
// The function is passed as an argument.
#include <assert.h>

int x; static void inc(int *p) { (*p)++; }
static void app(void (*f)(int *), int *p) { f(p); }
int main(void) { app(inc, &x); assert(x == 0); return 0; }
