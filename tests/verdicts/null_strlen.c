/* expect: null */
/* a library function is given a null pointer */
#include <string.h>

static const char *name;

int main(void) { return (int)strlen(name); }
