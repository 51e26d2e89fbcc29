/* expect: assert */
/* As dialect_wmm_message_passing; the data is read before the flag. */
#include <pthread.h>
void reach_error(void) { }
static int data, flag;
static int *to_data = &data, *to_flag = &flag;
static void *sends(void *a) { *to_data = 42; *to_flag = 1; return a; }
static void *receives(void *a) {
    int d = *to_data;
    int f = *to_flag;
    if (f == 1 && d != 42)
        reach_error();
    return a;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, sends, 0);
    pthread_create(&b, 0, receives, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
