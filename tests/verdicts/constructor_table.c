/* expect: assert */
/* a constructor registers a driver before main begins */
#include <assert.h>

struct driver { const char *name; struct driver *next; };
static struct driver *drivers;
static struct driver uart = { "uart", 0 };

__attribute__((constructor)) static void register_uart(void) { uart.next = drivers; drivers = &uart; }

int main(void)
{
    assert(drivers == 0);
    return 0;
}
