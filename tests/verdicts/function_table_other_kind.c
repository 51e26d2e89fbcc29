/* expect: not safe */
/* A handler that takes a floating-point number is called with an integer: it reads another register. */
static int twice(double x)
{
    return (int)(x + x);
}

int main(void)
{
    int (*f)(int) = (int (*)(int))twice;
    return f(1) == 2;
}
