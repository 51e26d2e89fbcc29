/* expect: null */
/* an element is taken off a list that is empty */
struct node { int v; struct node *next; };
static struct node only = { 1, 0 };
static struct node *head = &only;

static void pop(void) { head = head->next; }

int main(void)
{
    pop();
    pop();
    return 0;
}
