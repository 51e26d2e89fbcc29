// expect: incomplete
#include <assert.h>
void log_it(void);
int x;
int main(void) { log_it(); assert(x == 1); return 0; }
