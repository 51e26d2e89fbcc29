/* expect: safe */
/* a switch jumps into the middle of a loop */
#include <assert.h>

static int copy(char *to, const char *from, int count)
{
    int rounds = 0, n = (count + 1) / 2;
    switch (count % 2) {
    case 0: do { *to++ = *from++; rounds++;
    case 1:      *to++ = *from++; rounds++;
            } while (--n > 0);
    }
    return rounds;
}

int main(void)
{
    char a[4] = "abc", b[4] = "";
    assert(copy(b, a, 3) == 3);
    assert(b[0] == 'a' && b[2] == 'c' && b[3] == 0);
    return 0;
}
