/* expect: safe */
/* two constructors register their drivers: both are in the list */
#include <assert.h>

struct driver { int irq; struct driver *next; };
static struct driver *drivers;
static struct driver uart = { 3, 0 }, spi = { 4, 0 };

__attribute__((constructor)) static void register_uart(void) { uart.next = drivers; drivers = &uart; }
__attribute__((constructor)) static void register_spi(void) { spi.next = drivers; drivers = &spi; }

int main(void)
{
    int irqs = 0;
    for (struct driver *d = drivers; d; d = d->next)
        irqs += d->irq;
    assert(irqs == 7);
    return 0;
}
