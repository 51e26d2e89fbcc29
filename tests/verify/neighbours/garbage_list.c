// expect: pass
// Only what leads to a list leads to its end.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void others(void) {
    for (int i = 0; i < 3; i++) {
        int *o = malloc(sizeof *o);
        *o = 100 + i;
    }
}
struct node { struct node *next; int value; };
static struct node *head;
int main(void) {
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head, n->value = i;
        head = n;
    }
    others();
    int sum = 0;
    for (struct node *n = head; n != 0; n = n->next)
        sum += n->value;
    assert(sum == 6);
    return 0;
}
