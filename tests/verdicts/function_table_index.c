/* expect: bounds */
/* an opcode beyond the last one selects a handler */
static int nop(int x) { return x; }
static int neg(int x) { return -x; }
static int (*const handler[2])(int) = { nop, neg };

static int execute(unsigned char op, int x)
{
    if (op > 2)
        return 0;
    return handler[op](x);
}

int main(void)
{
    int r = execute(1, 4);
    return r + execute(2, 4);
}
