int shared;
unsigned char small;
_Bool flag;

int add(int a, int b) { return a + b; }

int loops(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3 || i == 5)
            continue;
        sum += i * 2;
        if (sum > 100)
            break;
    }
    while (sum & 1)
        sum >>= 1;
    do
        sum--;
    while (sum > 10);
    return sum;
}

void conversions(void) {
    small += 300;
    flag = shared;
    shared = -small;
    shared = flag ? add(1, small) : ~shared;
    long wide = shared;
    unsigned u = wide < 0u;
    shared = u << 3;
    shared++;
}

int main(void) {
    shared = add(1, 2);
    conversions();
    return loops(shared);
}
