/* expect: null */
/* a lookup that may find nothing is used without a test */
struct route { int dest; int hop; };
static struct route table[] = { { 1, 10 }, { 2, 20 } };

static struct route *find(int dest)
{
    for (int i = 0; i < 2; i++)
        if (table[i].dest == dest)
            return &table[i];
    return 0;
}

int main(void)
{
    int hop = find(2)->hop;
    return hop + find(3)->hop;
}
