/* expect: null */
/* a constructor uses a pointer that only main sets */
static int storage[2];
static int *heap;

__attribute__((constructor)) static void reset(void) { heap[0] = 1; }

int main(void)
{
    heap = storage;
    return heap[0];
}
