/* expect: safe */
/* two static buffers take turns */
#include <assert.h>

static char *digit(int n)
{
    static char text[2][2];
    static int turn;
    turn ^= 1;
    text[turn][0] = '0' + n;
    return text[turn];
}

int main(void)
{
    char *a = digit(1);
    char *b = digit(2);
    assert(a[0] == '1' && b[0] == '2');
    return 0;
}
