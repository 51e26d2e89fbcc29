#include <assert.h>
void put(int x);
int get(void);
void ack_put(int x);
int ack_get(void);
int last;
void sender(void)
{
    for (int i = 1; i <= 2; i++) {
        put(i);
        int a = ack_get();
        assert(a <= i);
    }
}
void receiver(void)
{
    for (;;) {
        int x = get();
        last = x;
        if (x == 1) ack_put(1);
    }
}
