int sum(int count, ...) {
    __builtin_va_list list;
    int total = 0;
    __builtin_va_start(list, count);
    while (count-- > 0)
        total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return total;
}
int call(float f) { return sum(2, 'a', f); }
int (*pointer)(int, ...) = sum;
int indirect(void) { return pointer(0); }
