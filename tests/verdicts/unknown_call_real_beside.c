/* expect: assert */
/* one error lies behind a function outside of the sources, the other does not */
#include <assert.h>
#include <stdlib.h>

int sensor(int number);

int main(void)
{
    int level = 3;
    if (rand() % 2) {
        if (sensor(1) == 5)
            level = 0;
        assert(level == 3);
    } else {
        for (int i = 0; i < 4; i++)
            level--;
        assert(level >= 0);
    }
    return 0;
}
