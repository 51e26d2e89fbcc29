/* expect: bounds */
/* a string without its end is measured */
static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    char raw[3] = { 'a', 'b', 'c' };
    return length(raw) != 3;
}
