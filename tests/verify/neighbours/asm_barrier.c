// expect: pass
#include <assert.h>
int x;
int main(void) { x = 1; __asm__ volatile ("" ::: "memory"); assert(x == 1); return 0; }
