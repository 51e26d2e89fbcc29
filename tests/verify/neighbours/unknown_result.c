// expect: incomplete
#include <assert.h>
int get(void);
int main(void) { int x = get(); assert(x >= 0); return 0; }
