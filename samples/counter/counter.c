#include <pthread.h>

/* Two accounts share a counter; only one of them takes the lock. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

void careful(void)
{
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
}

void careless(void)
{
	counter++;
}
