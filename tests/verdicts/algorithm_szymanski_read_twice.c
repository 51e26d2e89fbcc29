/* expect: assert */
/* Szymanski's algorithm for three threads, by the published version */
#include <pthread.h>
#include <assert.h>
#define N 3
_Atomic int flag[N];
int in;
static int exists(int a, int b) {
    for (int i = 0; i < N; i++) if (flag[i] == a || flag[i] == b) return 1;
    return 0;
}

static int all3(int from, int to, int max1, int alt) {
    for (int i = from; i < to; i++) {
        int f = flag[i];
        if (f != 0 && f != 1 && f != alt) return 0;
    }
    return 1;
}

void *t(void *arg) {
    int me = (int)(long)arg;
    flag[me] = 1;
    for (;;) {
        int ok = 1;
        for (int i = 0; i < N; i++) if (flag[i] >= 3) ok = 0;
        if (ok) break;
    }
    flag[me] = 3;
    int other = 0;
    for (int i = 0; i < N; i++) if (i != me && flag[i] == 1) other = 1;
    if (other) {
        flag[me] = 2;
        while (!exists(4, 4)) ;
    }
    flag[me] = 4;
    for (int i = 0; i < me; i++) while (flag[i] >= 2) ;
    in++;
    assert(in == 1);
    in--;
    for (int i = me + 1; i < N; i++) while (flag[i] == 2 || flag[i] == 3) ;
    flag[me] = 0;
    return 0;
}

int main(void) {
    pthread_t p[N];
    for (long i = 0; i < N; i++) pthread_create(&p[i], 0, t, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(p[i], 0);
    return 0;
}
