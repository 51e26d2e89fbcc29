/* expect: safe */
/* Handlers whose signature is cast to what the table has, with arguments of the same kind. */
#include <assert.h>

typedef void *(*handler)(void *);

static int seen;

static void *none(void)
{
    seen++;
    return 0;
}

static int *one(int *p)
{
    seen += *p;
    return p;
}

int main(void)
{
    handler table[] = { (handler)none, (handler)one };
    int two = 2;
    for (int i = 0; i < 2; i++)
        table[i](&two);
    assert(seen == 3);
    return 0;
}
