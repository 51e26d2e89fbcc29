/* expect: not safe, not real */
/* the child goes on where its parent does not, unless it becomes another program */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char *argv[] = { "no-such-program", 0 };
    int children = 0;
    if (fork() == 0) {
        children = 1;
        execv("/nonexistent/no-such-program", argv);
    }
    assert(children == 0);
    return 0;
}
