/* expect: safe */
/* a list with one link for both directions */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t both;
    int value;
};

int main(void)
{
    struct node *n[3];
    for (int i = 0; i < 3; i++) {
        n[i] = malloc(sizeof *n[i]);
        n[i]->value = i;
    }
    for (int i = 0; i < 3; i++)
        n[i]->both = (uintptr_t)(i > 0 ? n[i - 1] : 0) ^ (uintptr_t)(i < 2 ? n[i + 1] : 0);
    int sum = 0;
    struct node *before = 0, *at = n[0];
    while (at) {
        sum = sum * 10 + at->value;
        struct node *next = (struct node *)((uintptr_t)before ^ at->both);
        before = at;
        at = next;
    }
    assert(sum == 12);
    before = 0;
    at = n[2];
    while (at) {
        sum = sum * 10 + at->value;
        struct node *next = (struct node *)((uintptr_t)before ^ at->both);
        before = at;
        at = next;
    }
    assert(sum == 12210);
    for (int i = 0; i < 3; i++)
        free(n[i]);
    return 0;
}
