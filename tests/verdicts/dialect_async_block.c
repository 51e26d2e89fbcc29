/* expect: safe */
/* A block that CBMC runs as a thread of its own has copies of the locals, and joins by a counter. */
unsigned running;
int seen;

static void start(int number, int *sum) {
    __CPROVER_atomic_begin();
    running++;
    __CPROVER_atomic_end();
__CPROVER_ASYNC_1: {
    int own = number;
    number = 100;
    __CPROVER_atomic_begin();
    *sum += own;
    seen = number;
    running--;
    __CPROVER_atomic_end();
}
    __CPROVER_assert(number == 1 || number == 2, "the thread has a copy");
}

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 2; i++)
        start(i, &sum);
    __CPROVER_assume(running == 0);
    __CPROVER_assert(sum == 3 && seen == 100, "each number once");
    return 0;
}
