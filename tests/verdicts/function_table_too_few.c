/* expect: not safe */
/* A handler with two parameters is called through a pointer to a function with one. */
static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    int (*f)(int) = (int (*)(int))add;
    return f(1) == 2;
}
