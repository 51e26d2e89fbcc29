// expect: incomplete
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) { if (argc > 1) assert(strcmp(argv[1], "secret")); return 0; }
