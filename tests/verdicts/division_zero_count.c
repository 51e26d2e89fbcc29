/* expect: not safe */
/* the mean of an empty list */
static int sum, count;

static int mean(void) { return sum / count; }

int main(void)
{
    sum = 0;
    return mean();
}
