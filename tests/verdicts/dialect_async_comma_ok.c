/* expect: safe */
/* A comma expression is one statement: it runs as a thread, and is waited for. */
typedef void handler();

unsigned running;
char written;

void writes(void) { written = 'A'; }

static void start(handler *h) {
    __CPROVER_atomic_begin();
    running++;
    __CPROVER_atomic_end();
__CPROVER_ASYNC_1:
    h(), __CPROVER_fence("WWfence", "RRfence"), --running;
}

int main(void) {
    start(writes);
    __CPROVER_assume(running == 0);
    __CPROVER_assert(written == 'A', "it has run");
    return 0;
}
