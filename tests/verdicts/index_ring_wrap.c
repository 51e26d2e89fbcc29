/* expect: bounds */
/* the index of a ring buffer is wrapped after its use, one too late */
static int ring[3];
static int head;

static void put(int v)
{
    ring[head] = v;
    if (head++ > 2)
        head = 0;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        put(i);
    return 0;
}
