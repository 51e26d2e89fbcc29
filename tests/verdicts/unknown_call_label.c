/* expect: not safe */
/* The linker knows a function by the name of another one, which clears the pointer. */
static int x = 1, *p = &x;

__attribute__((used)) void clear(void)
{
    p = 0;
}

void done(void) __asm__("clear");

int main(void)
{
    done();
    return *p;
}
