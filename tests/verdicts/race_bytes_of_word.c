/* expect: safe */
/* Bytes of one word are different places. */
#include <pthread.h>
#include <string.h>
static char bytes[8] __attribute__((aligned(8)));
static void *low(void *u) { memset(bytes, 1, 4); return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, low, 0);
    memset(bytes + 4, 2, 4);
    pthread_join(t, 0);
    return bytes[3] + bytes[4] != 3;
}
