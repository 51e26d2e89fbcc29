// expect: pass
#include <pthread.h>
int main(void) { pthread_join(pthread_self(), 0); return 0; }
