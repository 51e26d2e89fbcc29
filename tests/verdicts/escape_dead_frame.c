/* expect: not safe */
/* a function gives away the address of its own local, which is used after its return */
#include <assert.h>

static int *published;

static void publish(void)
{
    int value = 5;
    published = &value;
}

static int noise(int n)
{
    int room[4] = { n, n, n, n };
    return room[0] + room[3];
}

int main(void)
{
    publish();
    int n = noise(9);
    assert(*published == 5 && n == 18);
    return 0;
}
