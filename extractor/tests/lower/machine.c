void __ax_atomic_begin(void);
void __ax_atomic_end(void);
void __ax_wait(int condition);
int __ax_self(void);
_Noreturn void __ax_exit(int status);
int setjmp(void *);
int owner;
char buffer[200];

void lock(void) {
    __ax_atomic_begin();
    __ax_wait(owner == 0 || owner == __ax_self());
    owner = 1;
    __ax_atomic_end();
}
int __VERIFIER_atomic_step(void) { return owner++; }
int jump(void) {
    int x;
    if (setjmp(buffer))
        return x;
    x = 1;
    return 0;
}
void unknown_function(int);
void missing(void) { unknown_function(owner); }
void barrier(void) { __asm__ volatile("" ::: "memory"); }
int assembly(void) { int x; __asm__("rdtsc" : "=a"(x)); return x; }
