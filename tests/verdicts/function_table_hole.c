/* expect: null */
/* a table with designated handlers has a hole */
enum { OPEN = 1, CLOSE = 3 };
static int open_(void) { return 1; }
static int close_(void) { return 2; }
static int (*const handler[])(void) = { [OPEN] = open_, [CLOSE] = close_ };

int main(void)
{
    int sum = 0;
    for (int op = OPEN; op <= CLOSE; op++)
        sum += handler[op]();
    return sum;
}
