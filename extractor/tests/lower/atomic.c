_Atomic int n;
_Atomic _Bool flag;
int plain;

int add(void) { return n += 2; }
int after(void) { return n++; }
void times(int by) { n *= by; }
void set(int v) { n = v; flag = n; }
_Bool exchange(int old) { return __atomic_compare_exchange_n(&plain, &old, 3, 0, 5, 5); }
int fetch(void) { return __sync_add_and_fetch(&plain, 1); }
void through(_Atomic int *p) { *p |= 4; }
