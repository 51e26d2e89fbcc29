// expect: incomplete
#include <unistd.h>
int main(void) { alarm(1); for (;;) pause(); }
