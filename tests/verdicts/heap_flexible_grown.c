/* expect: safe */
/* flexible array member grown by realloc, doubling */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct vec {
    size_t len, cap;
    int d[];
};
static struct vec *push(struct vec *v, int x) {
    if (!v || v->len == v->cap) {
        size_t c = v ? v->cap * 2 : 1;
        size_t l = v ? v->len : 0;
        v = realloc(v, sizeof *v + c * sizeof v->d[0]);
        if (!v) abort();
        v->cap = c;
        v->len = l;
    }
    v->d[v->len++] = x;
    return v;
}

int main(void) {
    struct vec *v = NULL;
    for (int i = 0; i < 6; i++) v = push(v, i * i);
    assert(v->len == 6 && v->cap == 8 && v->d[5] == 25);
    struct vec *w = malloc(sizeof *w + 6 * sizeof(int));
    memcpy(w, v, sizeof *w + 6 * 4);
    assert(w->d[4] == 16);
    free(v);
    free(w);
    return 0;
}
