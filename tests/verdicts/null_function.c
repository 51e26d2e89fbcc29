/* expect: null */
/* a callback that nobody registered is called */
struct ops { int (*open)(void); int (*close)(void); };
static int do_open(void) { return 0; }
static struct ops driver = { .open = do_open };

int main(void)
{
    if (driver.open() == 0)
        driver.close();
    return 0;
}
