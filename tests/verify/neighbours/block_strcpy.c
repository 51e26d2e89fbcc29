// expect: fail bounds
#include <string.h>
char b[4];
int main(void) { strcpy(b, "hello"); return 0; }
