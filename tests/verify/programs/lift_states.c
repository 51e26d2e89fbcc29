// expect: pass
// A lift as a state machine. Every event is handled under the lock, and the switch lets the lift start only with a closed
// door and open the door only when it stands. So it never moves with an open door, whatever the order of the events.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum state { STANDING, BOARDING, MOVING };
enum event { CALL, ARRIVE, OPEN, CLOSE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = STANDING;
static int door_open;

static void handle(enum event event)
{
    pthread_mutex_lock(&lock);
    switch (state) {
    case STANDING:
        if (event == CALL)
            state = MOVING;
        else if (event == OPEN) {
            state = BOARDING;
            door_open = 1;
        }
        break;
    case BOARDING:
        if (event == CLOSE) {
            door_open = 0;
            state = STANDING;
        }
        break;
    case MOVING:
        if (event == ARRIVE)
            state = STANDING;
        break;
    }
    assert(!(state == MOVING && door_open));
    pthread_mutex_unlock(&lock);
}

static void *motor(void *arg) { (void)arg; handle(CALL); handle(ARRIVE); return NULL; }
static void *door(void *arg) { (void)arg; handle(OPEN); handle(CLOSE); return NULL; }

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, motor, NULL);
    pthread_create(&b, NULL, door, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(state != BOARDING || door_open);
    return 0;
}
