int f(int), g(void), x, y;
void effects(int a) { x = f(a++) + (y = g()); x = a && f(1) || y; a = x ? f(2) : (y++, 3); }
void loops(int n) { int i; for (i = 0; i < n; i++) { if (i == 2) continue; if (f(i)) break; } do { n--; } while (n > 0 && g()); while (!x) ; }
int choose(int c) { switch (c) { case 1: case 2: x = 1; default: x = 2; break; case 3 ... 5: return x; } return 0; }
void duff(int n) { switch (n % 2) { case 0: do { x++; case 1: x++; } while (--n > 0); } }
void jumps(int n) { again: if (n-- > 0) goto again; if (!f(n)) return; x = 1; }
void ends(void) { extern void exit(int) __attribute__((noreturn)); if (x) exit(1); x = 2; }
void scopes(void) { int i = f(0), j = i; { int i = j; x = i; } static int once = 3; once++; }
