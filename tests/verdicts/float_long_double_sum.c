/* expect: safe */
/* a mean of 64-bit counters fits into the fraction of a long double, and comes back exact */
#include <assert.h>

static unsigned long counters[3] = {18446744073709551615ul, 18446744073709551613ul, 3};

int main(void)
{
    long double least = counters[0];
    for (int i = 1; i < 3; i++)
        if (counters[i] < least)
            least = counters[i];
    long double spread = (long double)counters[0] - (long double)counters[1];
    assert((unsigned long)least == 3 && spread == 2);
    assert((unsigned long)(long double)counters[1] == counters[1]);
    return 0;
}
