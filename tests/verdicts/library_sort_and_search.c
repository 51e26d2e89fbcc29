/* expect: safe */
/* qsort of structs with several keys, bsearch by key */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
typedef struct {
    char name[8];
    int age;
} person;
static int calls;
static int cmp(const void *a, const void *b) {
    const person *p = a, *q = b;
    calls++;
    int c = p->age - q->age;
    return c ? c : strcmp(p->name, q->name);
}

static int key(const void *k, const void *e) {
    return *(const int *)k - ((const person *)e)->age;
}

static int pcmp(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    person v[] = {{"bob", 30}, {"al", 25}, {"eve", 30}, {"dan", 19}};
    qsort(v, 4, sizeof *v, cmp);
    assert(!strcmp(v[0].name, "dan") && !strcmp(v[3].name, "eve") && calls > 0);
    int k = 25;
    person *p = bsearch(&k, v, 4, sizeof *v, key);
    assert(p == v + 1);
    k = 26;
    assert(!bsearch(&k, v, 4, sizeof *v, key));
    const char *w[] = {"pear", "fig", "apple"};
    qsort(w, 3, sizeof *w, pcmp);
    assert(w[0][0] == 'a' && w[1][0] == 'f');
    qsort(v, 0, sizeof *v, cmp);
    return 0;
}
