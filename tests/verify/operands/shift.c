// options: --check overflow
// reads: x = 1
// reads: by = 40
int main(void) {
    int x = 1, by = 40;
    return x << by;
}
