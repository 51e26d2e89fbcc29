/* expect: bounds */
/* an array of variable length is filled by one element too many */
static int sum(int n)
{
    int v[n], s = 0;
    for (int i = 0; i <= n; i++)
        v[i] = i;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void) { return sum(2) - 1; }
