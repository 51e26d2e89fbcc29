/* expect: bounds */
/* an unsigned count goes below zero and is used as an index */
static int stack[4];
static unsigned top = 1;

static int pop(void) { return stack[--top]; }

int main(void)
{
    int sum = pop();
    sum += pop();
    return sum;
}
