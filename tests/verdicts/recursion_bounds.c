/* expect: bounds */
/* the path of a recursion is kept in an array that is one shorter than the depth */
static int path[4];

static int descend(int depth, int left)
{
    path[depth] = left;
    return left ? descend(depth + 1, left - 1) : path[0];
}

int main(void) { return descend(0, 4) - 4; }
