/* expect: safe */
/* arguments by value: the caller's own variables stay as they are */
#include <assert.h>

void led(int on);

int main(void)
{
    int blinks = 0;
    for (int i = 0; i < 3; i++) {
        led(i & 1);
        blinks++;
    }
    assert(blinks == 3);
    return 0;
}
