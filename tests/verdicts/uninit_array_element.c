/* expect: not safe */
/* the loop sets one element less than is read */
#include <assert.h>

int main(void)
{
    int window[3], sum = 0;
    for (int i = 0; i < 2; i++)
        window[i] = 0;
    for (int i = 0; i < 3; i++)
        sum += window[i];
    assert(sum == 0);
    return 0;
}
