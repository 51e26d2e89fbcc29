/* expect: safe */
/* the mean of an empty list is defined */
#include <assert.h>
static int sum, count;

static int mean(void) { return count ? sum / count : 0; }

int main(void)
{
    assert(mean() == 0);
    sum = -7;
    count = 2;
    assert(mean() == -3 && sum % count == -1);
    return 0;
}
