/* expect: bounds */
/* by CBMC's habit a function called nondet_ and without a body gives every number */
unsigned nondet_place(void);

int main(void)
{
    int level[3] = { 0, 0, 0 };
    unsigned c = nondet_place();
    if (c <= 3)
        level[c] = 1;
    return level[0];
}
