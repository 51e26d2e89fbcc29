/* expect: not safe */
/* One input of four thousand million is the one that divides by zero. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    return 10 / (i - 7);
}
