/* expect: bounds */
/* between the check of the count and its use another thread adds an element */
#include <pthread.h>

static int items[2];
static int count;

static void *add(void *arg)
{
    if (count < 2) {
        items[count] = 1;
        count = count + 1;
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    count = 1;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
