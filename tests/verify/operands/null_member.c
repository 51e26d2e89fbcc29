// reads: p->next = 0
// reads: p = &first
struct node { int y; struct node *next; };
struct node first = {1, 0};
int main(void) {
    struct node *p = &first;
    return p->next->y;
}
