// The top of a stack has the address that it had, and is another node: an exchange does not notice.
// ends: 0 1
#include <stdlib.h>

struct node { struct node *next; } *top;

static void push(void) {
    struct node *n = malloc(sizeof *n);
    n->next = top;
    top = n;
}

static void pop(void) {
    struct node *n = top;
    top = n->next;
    free(n);
}

int main(void) {
    push();
    push();
    struct node *seen = top, *next = seen->next;
    pop();
    pop();
    push();
    return __sync_bool_compare_and_swap(&top, seen, next);
}
