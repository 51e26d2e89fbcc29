/* expect: null */
/* a member far inside of an object that is not there is written */
struct dev { int id; int stats[16]; };
static struct dev *active;

static void count(struct dev *d, int which) { d->stats[which]++; }

int main(void)
{
    count(active, 7);
    return 0;
}
