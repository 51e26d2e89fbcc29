/* expect: bounds */
/* An element of a member array by the address of the struct, one element too far for the whole struct. */
#include <pthread.h>
#include <stddef.h>
struct packet { short length; short words[4]; };
static struct packet p = {5};
static void *sum(void *from) {
    struct packet *packet = from;
    short *word = (short *)((char *)packet + offsetof(struct packet, words));
    long total = 0;
    for (int i = 0; i < packet->length; i++)
        total += *word++;
    return (void *)total;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sum, &p);
    pthread_join(t, 0);
    return 0;
}
