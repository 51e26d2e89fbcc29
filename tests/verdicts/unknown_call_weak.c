/* expect: not safe */
/* A weak function that no source defines is called: linked so, the call goes to address 0. */
__attribute__((weak)) void hook(void);

int main(void)
{
    hook();
    return 0;
}
