// expect: fail assertion
#include <assert.h>
int main(int argc, char **argv) { assert(argc < 5); return 0; }
