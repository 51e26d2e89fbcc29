/* expect: bounds */
/* an array inside of a struct is left towards the next member */
struct conn { int port[2]; int state; };
static struct conn c;

int main(void)
{
    for (int i = 0; i <= 2; i++)
        c.port[i] = 80;
    return 0;
}
