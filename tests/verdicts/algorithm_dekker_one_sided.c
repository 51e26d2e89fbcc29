/* expect: assert */
/* Dekker where the turn is given before the section */
#include <pthread.h>
#include <assert.h>
int f1, f2, turn, c;
void *a(void *p) {
    f1 = 1;
    while (f2) {
        if (turn != 0) {
            f1 = 0;
            while (turn != 0) ;
        }
        break;
    }
    c = 1;
    assert(c == 1);
    turn = 1;
    f1 = 0;
    return 0;
}

void *b(void *p) {
    f2 = 1;
    while (f1) {
        if (turn != 1) {
            f2 = 0;
            while (turn != 1) ;
            f2 = 1;
        }
    }
    c = 0;
    assert(c == 0);
    turn = 0;
    f2 = 0;
    return 0;
}

int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, a, 0);
    pthread_create(&y, 0, b, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
