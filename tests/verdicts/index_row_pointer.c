/* expect: bounds */
/* a row is left through a pointer to rows */
static int grid[2][2];

static void fill(int (*row)[2], int n)
{
    for (int i = 0; i <= n; i++)
        row[0][i] = 1;
}

int main(void)
{
    fill(grid + 1, 2);
    return 0;
}
