// reads: n = 10
// reads: step[i] = 0
// reads: i = 1
int step[2] = {1, 0};
int main(void) {
    int n = 10, i = 1;
    return n / step[i];
}
