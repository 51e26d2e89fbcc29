/* expect: bounds */
/* a pointer walks one element beyond the array before it is compared */
static int v[3] = { 1, 2, 3 };

static int find(int what)
{
    const int *p = v;
    while (*p != what && p < v + 3)
        p++;
    return (int)(p - v);
}

int main(void) { return find(7) - 3; }
