int unset(int c) {
    int x;
    if (c)
        x = 1;
    return x;
}

int set(int c) {
    int x;
    if (c)
        x = 1;
    else
        x = 2;
    return x;
}

void copy(unsigned char *to, unsigned char *from, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        to[i] = from[i];
}

void swap(char *a, char *b) {
    char t = *a;
    *a = *b;
    *b = t;
}

char *text(char *to, const char *from) {
    char *start = to;
    while ((*to++ = *from++))
        ;
    return start;
}
