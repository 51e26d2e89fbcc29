// expect: pass
// The only pointer is to a member.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void others(void) {
    for (int i = 0; i < 3; i++) {
        int *o = malloc(sizeof *o);
        *o = 100 + i;
    }
}
struct item { long key; int value; };
static int *kept;
int main(void) {
    struct item *item = malloc(sizeof *item);
    item->key = 5, item->value = 1;
    kept = &item->value;
    item = 0;
    others();
    assert(((struct item *)((char *)kept - offsetof(struct item, value)))->key == 5);
    return 0;
}
