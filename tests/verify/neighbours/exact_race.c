// expect: fail race
// options: --check race
#include <pthread.h>
int x;
void *w(void *u) { x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x++; pthread_join(t, 0); return 0; }
