/* expect: not safe */
/* a pointer is only set on one of two paths */
static int x;

int main(int argc, char **argv)
{
    int *p;
    if (argc > 100)
        p = &x;
    *p = 1;
    return 0;
}
