/* A connection that is opened over a line that loses messages: a state machine driven by an event loop. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#define MAX_TRIES 2
#define QUEUE 5

enum state { CLOSED, OPENING, OPEN, FAILED };
enum event { USER_OPEN, USER_CLOSE, ANSWER, TIMEOUT };

/* The queue of events, and whether the timer runs. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int queue[QUEUE];
static int first, count;
static int timer_runs;

static sem_t timer_started, request_sent;
static atomic_int stopped;

/* Used by the event loop alone, and by main when the loop has ended. */
static enum state state;
static int tries;

/* Puts an event into the queue. The caller holds the lock. */
static void enqueue(int event)
{
    assert(count < QUEUE);
    queue[(first + count) % QUEUE] = event;
    count++;
    pthread_cond_signal(&arrived);
}

static void post(int event)
{
    pthread_mutex_lock(&lock);
    enqueue(event);
    pthread_mutex_unlock(&lock);
}

static int next_event(void)
{
    int event;

    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&arrived, &lock);
    event = queue[first];
    first = (first + 1) % QUEUE;
    count--;
    pthread_mutex_unlock(&lock);
    return event;
}

static void set_timer(int runs)
{
    pthread_mutex_lock(&lock);
    timer_runs = runs;
    pthread_mutex_unlock(&lock);
    if (runs)
        sem_post(&timer_started);
}

/* Sends the request, for the first time or again. A connection that is open is not asked for once more. */
static void send_request(void)
{
    assert(state == OPENING);
    tries++;
    sem_post(&request_sent);
    set_timer(1);
}

/* Gives up. A connection that is open does not fail. */
static void give_up(void)
{
    assert(state == OPENING);
    state = FAILED;
}

/* The event loop: from the request of the user until the connection is closed or has failed. */
static void *connection(void *arg)
{
    int ended = 0;

    (void)arg;
    while (!ended) {
        switch (next_event()) {
        case USER_OPEN:
            state = OPENING;
            send_request();
            break;
        case ANSWER:
            if (state == OPENING) {
                state = OPEN;
                set_timer(0);
            }
            break;
        case TIMEOUT:
            if (state != OPENING)
                break; /* it was in the queue before the timer was stopped */
            if (tries < MAX_TRIES) {
                send_request();
            } else {
                give_up();
                ended = 1;
            }
            break;
        case USER_CLOSE:
            state = CLOSED;
            set_timer(0);
            ended = 1;
            break;
        }
    }
    atomic_store(&stopped, 1);
    sem_post(&timer_started);
    sem_post(&request_sent);
    return NULL;
}

/* Each time it is started it runs out once, unless it is stopped before. */
static void *timer(void *arg)
{
    (void)arg;
    for (;;) {
        sem_wait(&timer_started);
        if (atomic_load(&stopped))
            return NULL;
        pthread_mutex_lock(&lock);
        if (timer_runs)
            enqueue(TIMEOUT);
        pthread_mutex_unlock(&lock);
    }
}

/* The other side, behind a line that loses the first request. */
static void *peer(void *arg)
{
    int requests = 0;

    (void)arg;
    for (;;) {
        sem_wait(&request_sent);
        if (atomic_load(&stopped))
            return NULL;
        requests++;
        if (requests > 1)
            post(ANSWER);
    }
}

int main(void)
{
    pthread_t threads[3];

    sem_init(&timer_started, 0, 0);
    sem_init(&request_sent, 0, 0);
    pthread_create(&threads[0], NULL, connection, NULL);
    pthread_create(&threads[1], NULL, timer, NULL);
    pthread_create(&threads[2], NULL, peer, NULL);
    post(USER_OPEN);
    post(USER_CLOSE);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(state == CLOSED || state == FAILED);
    return 0;
}
