/* expect: memory */
/* alloca's memory returned from its function */
#include <alloca.h>
#include <string.h>
static char *mk(const char *s) {
    char *p = alloca(strlen(s) + 1);
    strcpy(p, s);
    return p;
}

int main(void) {
    char *p = mk("abc");
    return p[0] == 'a' ? 0 : 1;
}
