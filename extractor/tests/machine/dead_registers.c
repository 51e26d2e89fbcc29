// Values that nobody reads again do not tell states apart.
// ends: 1
// states: 30
#include <pthread.h>

int flag, n;

static void *work(void *arg) {
    while (flag == 0) {
        int seen = n;
        int more = seen * 3 + 1;
        (void)more;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n = 1;
    n = 2;
    flag = 1;
    pthread_join(t, 0);
    return flag;
}
