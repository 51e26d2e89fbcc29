/* expect: bounds */
/* a plain char above 127 is a negative index */
static int seen[256];

static void mark(const char *s) { for (; *s; s++) seen[(int)*s]++; }

int main(void)
{
    mark("a\xe9");
    return 0;
}
