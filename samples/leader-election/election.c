/* Three nodes in a ring elect the one with the largest number. Each knows its own number and its neighbour only. */

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define NODES 3

enum kind { CANDIDATE, ELECTED };

/* A mailbox with one slot. It is written by the node before, and read by the node it belongs to. */
struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int full;
    enum kind kind;
    int number;
};

static struct mailbox boxes[NODES];
static const int numbers[NODES] = { 2, 3, 1 };
static int leaders[NODES];

static void deliver(int to, enum kind kind, int number)
{
    pthread_mutex_lock(&boxes[to].lock);
    while (boxes[to].full)
        pthread_cond_wait(&boxes[to].changed, &boxes[to].lock);
    boxes[to].kind = kind;
    boxes[to].number = number;
    boxes[to].full = 1;
    pthread_cond_signal(&boxes[to].changed);
    pthread_mutex_unlock(&boxes[to].lock);
}

static enum kind collect(int me, int *number)
{
    enum kind kind;

    pthread_mutex_lock(&boxes[me].lock);
    while (!boxes[me].full)
        pthread_cond_wait(&boxes[me].changed, &boxes[me].lock);
    kind = boxes[me].kind;
    *number = boxes[me].number;
    boxes[me].full = 0;
    pthread_cond_signal(&boxes[me].changed);
    pthread_mutex_unlock(&boxes[me].lock);
    return kind;
}

static void *node(void *arg)
{
    int me = (int)(long)arg;
    int next = (me + 1) % NODES;
    int mine = numbers[me];
    int number = 0;

    deliver(next, CANDIDATE, mine);
    while (collect(me, &number) == CANDIDATE) {
        if (number > mine)
            deliver(next, CANDIDATE, number);
        else if (number == mine)
            deliver(next, ELECTED, mine);
    }
    leaders[me] = number;
    if (number != mine)
        deliver(next, ELECTED, number);
    return NULL;
}

int main(void)
{
    pthread_t nodes[NODES];

    for (int i = 0; i < NODES; i++) {
        pthread_mutex_init(&boxes[i].lock, NULL);
        pthread_cond_init(&boxes[i].changed, NULL);
    }
    for (int i = 0; i < NODES; i++)
        pthread_create(&nodes[i], NULL, node, (void *)(long)i);
    for (int i = 0; i < NODES; i++)
        pthread_join(nodes[i], NULL);
    for (int i = 0; i < NODES; i++)
        assert(leaders[i] == 3);
    return 0;
}
