// options: --check overflow
// reads: x = 2147483647
// reads: y = 1
int x = 2147483647;
int main(void) {
    short y = 1;
    return x + y == 0;
}
