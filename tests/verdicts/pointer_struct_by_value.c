/* expect: safe */
/* a struct that is passed by value is a copy, what it points to is not */
#include <assert.h>

struct span { int *at; int n; };

static int consume(struct span s)
{
    int first = *s.at;
    *s.at = 0;
    s.at++;
    s.n--;
    return first;
}

int main(void)
{
    int data[2] = { 5, 6 };
    struct span s = { data, 2 };
    assert(consume(s) == 5);
    assert(s.at == data && s.n == 2);
    assert(data[0] == 0 && data[1] == 6);
    return 0;
}
