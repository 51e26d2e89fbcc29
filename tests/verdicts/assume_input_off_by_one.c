/* expect: not safe */
/* the assumed range of an input is one too wide */
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int slot[3];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i <= 3);
    slot[i] = 1;
    return 0;
}
