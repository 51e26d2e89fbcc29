/* expect: assert */
/* a switch reads the state, and its case reads it again */
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY };
static enum state state;
static void *start(void *u) { state = BUSY; return 0; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, start, 0);
    switch (state) {
    case IDLE: assert(state == IDLE); break;
    case BUSY: assert(state == BUSY); break;
    }
    pthread_join(t, 0);
    return 0;
}
