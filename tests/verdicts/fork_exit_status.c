/* expect: not safe, not real */
/* the parent asserts the status that its child leaves */
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 0;
    pid_t p = fork();
    if (p == 0)
        _exit(3);
    if (p < 0 || waitpid(p, &status, 0) != p)
        return 0;
    assert(WEXITSTATUS(status) == 0);
    return 0;
}
