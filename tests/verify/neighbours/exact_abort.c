// expect: fail assertion
#include <stdlib.h>
int main(void) { abort(); }
