// expect: fail assertion
#include <assert.h>
void log_it(void);
int x;
int main(void) { if (x) log_it(); assert(x == 1); return 0; }
