/* expect: not safe */
/* A function that is another name of one that clears the pointer. */
static int x = 1, *p = &x;

static void clear(void)
{
    p = 0;
}

static void done(void) __attribute__((alias("clear")));

int main(void)
{
    done();
    return *p;
}
