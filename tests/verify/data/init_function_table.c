// truth: fail assertion
// The function that sets the variable is called through a table.
#include <assert.h>

static void f(void); static int x; static void (*tab[])(void) = { f }; static void f(void) { x = 1; }
int main(void) { tab[0](); assert(x == 0); }
