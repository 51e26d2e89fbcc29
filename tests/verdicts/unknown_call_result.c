/* expect: not safe */
/* the result of a function outside of the sources selects the element */
int next_channel(void);
static int level[3];

int main(void)
{
    int c = next_channel();
    if (c < 3)
        level[c] = 1;
    return 0;
}
