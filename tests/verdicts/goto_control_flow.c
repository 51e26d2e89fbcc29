/* expect: safe */
/* control flow: goto into a loop, do with continue, switch ranges and declarations, nested breaks, cleanup */
#include <assert.h>
static int order, log_[4];
static void done(int *p) {
    log_[order++] = *p;
}

static int f(int x) {
    switch (x) {
    case 1 ... 3:
        x = 10;
    case 5:
        {
            int y = x;
            x += y;
            break;
        }
    default:
        while (1) {
            if (x > 100) goto out;
            x *= 2;
            if (x % 3 == 0) break;
        }
        x++;
    }
out:
    return x;
}

static int g(int n) {
    int i = 0, s = 0;
    if (n) goto in;
    for (; i < 3; i++) {
        s += 10;
    in:
        s++;
    }
    return s;
}

static int h(void) {
    int i = 0, n = 0;
    do {
        if (i == 1) continue;
        n++;
    } while (++i < 3);
    return n * 10 + i;
}

static void c(void) {
    int a __attribute__((cleanup(done))) = 1;
    {
        int b __attribute__((cleanup(done))) = 2;
        b = 3;
    }
    for (int i = 0; i < 2; i++) {
        int d __attribute__((cleanup(done))) = 4 + i;
        if (i == 0) continue;
        return;
    }
}

int main(void) {
    assert(f(2) == 20 && f(5) == 10 && f(7) == 113 - 1 && f(6) == 13);
    assert(g(0) == 33 && g(1) == 23);
    assert(h() == 23);
    c();
    assert(order == 4 && log_[0] == 3 && log_[1] == 4 && log_[2] == 5 && log_[3] == 1);
    int k = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2) continue;
        k += j - i;
    }
    assert(k == 10 + 8 + 4 + 2);
    return 0;
}
