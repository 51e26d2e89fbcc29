/* expect: safe */
/* As pointer_offset_of_member_array, with the right length. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct packet { short length; short words[4]; };
static struct packet p = {4, {1, 2, 3, 4}};
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
    void *total;
    pthread_create(&t, 0, sum, &p);
    pthread_join(t, &total);
    assert((long)total == 10);
    return 0;
}
