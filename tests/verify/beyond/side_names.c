// expect: pass
// truth: pass
// Names are made on the heap and printed. The counter, which the assertion is about, has nothing to do with them and is
// guarded by the lock. Whether the blocks are long enough and freed once is not in the model.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void greet(int id)
{
    char *name = malloc(16);

    if (name != NULL) {
        snprintf(name, 16, "worker %d", id);
        puts(name);
        free(name);
    }
}

static void *worker(void *arg)
{
    greet((int)(long)arg);
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counter == 2);
    return 0;
}
