// expect: incomplete
#include <unistd.h>
#include <assert.h>
int x;
int main(void) { if (fork() == 0) x = 1; assert(x == 0); return 0; }
