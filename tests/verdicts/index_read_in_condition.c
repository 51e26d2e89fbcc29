/* expect: bounds */
/* the element beyond the end is only read, in a condition */
static int v[2] = { 1, 1 };

int main(void)
{
    int n = 0;
    while (v[n] == 1 && n < 2)
        n++;
    return n - 2;
}
