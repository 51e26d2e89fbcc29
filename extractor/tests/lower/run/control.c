/* switch in every form, goto into and out of blocks, computed goto, loops. */
#include <assert.h>

static int classify(long v) {
    switch (v) {
    case -5 ... -1: return 1;
    case 0: return 2;
    case 1:
    case 2: v += 10; /* falls through */
    case 7: return (int)v;
    default: return 99;
    case 1L << 40: return 5;
    }
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int into_block(int which) {
    int total = 0;
    if (which)
        goto inside;
    {
        int a[2] = {1, 2};
        total += a[1];
    inside:
        a[0] = 5;
        total += a[0];
    }
    return total;
}

static int dispatch(const unsigned char *code) {
    static void *const table[] = {&&add, &&sub, &&end};
    int value = 0;
    goto *table[*code++];
add:
    value += *code++;
    goto *table[*code++];
sub:
    value -= *code++;
    goto *table[*code++];
end:
    return value;
}

static int switch_scope(int n) {
    switch (n) {
        int kept[3];
    case 1:
        kept[0] = 4;
        kept[1] = kept[0] + 1;
        return kept[1];
    case 2: {
        struct { int x, y; } p = {1, 2};
        return p.x + p.y;
    }
    }
    return -1;
}

static int backwards(void) {
    int i = 0, sum = 0;
again: {
        int cell[1];
        cell[0] = i;
        sum += cell[0];
        if (++i < 4)
            goto again;
    }
    return sum;
}

static int nested(void) {
    int found = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            if (j == 3)
                break;
            if (i == j)
                continue;
            if (i * j == 8)
                goto out;
            found++;
        }
out:
    return found;
}

int main(void) {
    assert(classify(-3) == 1 && classify(0) == 2 && classify(1) == 11 && classify(2) == 12 && classify(7) == 7);
    assert(classify(8) == 99 && classify(1L << 40) == 5);
    char from[] = "abcdefg", to[8] = "";
    duff(to, from, 7);
    assert(to[0] == 'a' && to[6] == 'g' && to[7] == 0);
    assert(into_block(0) == 7 && into_block(1) == 5);
    assert(dispatch((const unsigned char[]){0, 10, 1, 3, 0, 1, 2}) == 8);
    assert(switch_scope(1) == 5 && switch_scope(2) == 3 && switch_scope(3) == -1);
    assert(backwards() == 6);
    assert(nested() == 11);
    unsigned char small = 250;
    int steps = 0;
    while (small++)
        steps++;
    assert(steps == 6);
    do
        steps--;
    while (steps > 0 ? 1 : 0);
    assert(steps == 0);
    return 0;
}
