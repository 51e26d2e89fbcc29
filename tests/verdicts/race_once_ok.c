/* expect: safe */
/* What pthread_once makes is there for all. */
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[2];
static void make(void) { table[0] = 1; table[1] = 2; }
static void *uses(void *u) {
    pthread_once(&once, make);
    return table[0] + table[1] == 3 ? u : &table;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, uses, 0);
    uses(0);
    pthread_join(t, &r);
    return r != 0;
}
