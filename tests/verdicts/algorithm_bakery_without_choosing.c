/* expect: assert */
/* Lamport's bakery for three without choosing */
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#define N 3
atomic_int choosing[N], number[N];
int c;
static int max(void) {
    int m = 0;
    for (int i = 0; i < N; i++) {
        int v = number[i];
        if (v > m) m = v;
    }
    return m;
}

void *t(void *arg) {
    int i = (int)(long)arg;
    number[i] = 1 + max();
    choosing[i] = 0;
    for (int j = 0; j < N; j++) {
        while (choosing[j]) ;
        for (;;) {
            int nj = number[j], ni = number[i];
            if (nj == 0 || nj > ni || (nj == ni && j >= i)) break;
        }
    }
    c++;
    assert(c == 1);
    c--;
    number[i] = 0;
    return 0;
}

int main(void) {
    pthread_t p[N];
    for (long i = 0; i < N; i++) pthread_create(&p[i], 0, t, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(p[i], 0);
    return 0;
}
