/* expect: not safe */
/* strtok's state is shared by two threads */
#include <string.h>
#include <pthread.h>
#include <assert.h>
static void *t(void *a) {
    char *s = a;
    char *p = strtok(s, ",");
    assert(p && p[0] == s[0]);
    p = strtok(NULL, ",");
    assert(p && p == s + 2);
    return 0;
}

int main(void) {
    char x[] = "a,b", y[] = "c,d";
    pthread_t a;
    pthread_create(&a, 0, t, x);
    t(y);
    pthread_join(a, 0);
    return 0;
}
