// reads: x = 1
// reads: y = 2
extern void reach_error(void);
int x = 1, y = 2, z = 3;
int main(void) {
    if (z == 3)
        if (!(x == y))
            reach_error();
    return 0;
}
