struct node { int value; struct node *next; char name[4]; };
struct node first;
int table[5];

int *find(int *p, long n) {
    int *end = p + n;
    while (p < end) {
        if (*p == 7)
            return p;
        p++;
    }
    return 0;
}

long distance(int *a, int *b) { return a - b; }

int index_of(int i) {
    int local[3] = {1, 2};
    local[i] = table[i] + local[2];
    return *(local + i) + table[4];
}

void walk(struct node *list) {
    for (struct node *n = list; n; n = n->next) {
        n->value += 1;
        n->name[1] = n->name[0];
    }
    first.next = &first;
}

int *out(void) {
    int x = 3;
    find(&x, 1);
    return &table[5];
}
