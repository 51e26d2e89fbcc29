// reads: row = 2
// reads: col = 2
int a[4];
int main(void) {
    int row = 2, col = 2;
    a[row * 2 + col - 2] = 1;
    return 0;
}
