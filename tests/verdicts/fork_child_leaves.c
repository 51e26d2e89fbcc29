/* expect: safe */
/* the child leaves at once, and the parent does not depend on it */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int jobs = 1;
    pid_t p = fork();
    if (p == 0)
        _exit(0);
    if (p > 0)
        waitpid(p, 0, 0);
    assert(jobs == 1);
    return 0;
}
