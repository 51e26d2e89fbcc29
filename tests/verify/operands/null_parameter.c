// reads: n = 0
// reads: first.next = 0  (in main)
struct node { int y; struct node *next; };
struct node first = {1, 0};
static int value(struct node *n) { return n->y; }
int main(void) { return value(first.next); }
