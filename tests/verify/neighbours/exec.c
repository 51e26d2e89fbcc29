// expect: incomplete
#include <unistd.h>
#include <assert.h>
int main(void) { execl("/bin/true", "true", (char *)0); assert(0); return 0; }
