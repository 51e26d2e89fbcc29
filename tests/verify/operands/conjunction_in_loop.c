// reads: a[k] = 0
// reads: k = 1
// In the first turn `b` was looked at, too; in the second it is not.
extern void reach_error(void);
int a[2] = {1, 0}, b = 7;
int main(void) {
    for (int k = 0; k < 2; k++)
        if (!(a[k] == 1 && b == 7))
            reach_error();
    return 0;
}
