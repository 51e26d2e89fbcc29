/* expect: not safe, not real */
/* a pointer that was handed over once may be used by a later call */
#include <assert.h>

void driver_attach(int *status);
void driver_poll(void);

int main(void)
{
    int status = 0;
    driver_attach(&status);
    status = 0;
    driver_poll();
    assert(status == 0);
    return 0;
}
