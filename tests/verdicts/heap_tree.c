/* expect: safe */
/* a small search tree on the heap: insert, sum by recursion, free */
#include <assert.h>
#include <stdlib.h>

struct tree { int key; struct tree *kid[2]; };

static void insert(struct tree **at, int key)
{
    while (*at)
        at = &(*at)->kid[key > (*at)->key];
    *at = calloc(1, sizeof **at);
    if (!*at) abort();
    (*at)->key = key;
}
static int destroy(struct tree *t)
{
    if (!t) return 0;
    int sum = t->key + destroy(t->kid[0]) + destroy(t->kid[1]);
    free(t);
    return sum;
}

int main(void)
{
    struct tree *root = 0;
    insert(&root, 5);
    insert(&root, 3);
    insert(&root, 8);
    assert(root->kid[0]->key == 3 && root->kid[1]->key == 8);
    assert(destroy(root) == 16);
    return 0;
}
