/* expect: memory */
/* a list is freed by a loop that reads the next link after the node was freed */
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        free(n);
    return 0;
}
