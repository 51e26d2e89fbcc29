void use(int *);

int choose(int v) {
    switch (v) {
    case 1: return 10;
    case 2 ... 4: v++; break;
    default: v = 0;
    }
    return v;
}

void scopes(int n) {
    {
        int x = n;
        use(&x);
        if (n)
            goto out;
        n++;
    }
    for (;;) {
        int y;
        use(&y);
        if (y)
            break;
    }
out:;
}

int into(int n) {
    if (n)
        goto inside;
    {
        int a[1] = {2};
    inside:
        return a[0];
    }
}

int computed(int n) {
    void *to = n ? &&one : &&two;
    goto *to;
one:
    return 1;
two:
    return 2;
}
