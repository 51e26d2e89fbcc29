// expect: fail bounds
#include <pthread.h>
#include <stdio.h>
int a[2], n;
void *w(void *u) { n = 2; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); printf("%d", a[n]); pthread_join(t, 0); return 0; }
