int tentative; int tentative; int tentative = 3;
extern int elsewhere;
extern int later[]; int later[4];
static int hidden;
_Thread_local int per_thread;
volatile int reg; const int fixed = 1; _Atomic int atom; _Atomic(long) atom2; int *volatile vp; volatile int *pv;
typedef volatile unsigned short port; port out[2];
static int forward(int);
int old(a, b, c) char a; int *b; { static int kept = 2; return a + *b + c + kept; }
implicit(x) { return x; }
int nothing() { return 1; }
int unknown();
int nope(void);
static int forward(int n) { return n; }
void arrays(int v[], int w[10], int f(void), int n, int m[n][3]) { v[0] = w[1] = f() + m[1][2]; }
_Noreturn void stop(void);
int (*chooser(int a))(void) { return a ? nope : 0; }
typedef int Callback(int); Callback declared, *callback = declared; void takes(Callback f) { f(1); (*f)(2); }
typedef const char *const Name; Name names[2]; static const struct { int a; volatile int v; } records[2];
int (*table[2])(void) = { nope, chooser }, (*(*nested)(int))[3];
inline int inl(void) { return 1; }
int block(int n) {
  extern int elsewhere;
  int elsewhere2 = elsewhere;
  { int n = 2; { long n = n; n++; } n++; }
  for (int n = 0, m = 1; n < m; n++) m--;
  struct S { int a; } s, *ps = &s;
  { struct S; struct S { char b; } t; t.b = ps->a; }
  typedef int number;
  number k = n;
  int vla[n++][k], *q = vla[0];
  int size = sizeof vla + sizeof(int[n]);
  enum { LOCAL = 3 };
  char text[] = "abc";
  unsigned char bytes[LOCAL + sizeof(text)];
  extern int declared_here(int);
  return declared_here(k) + undeclared(1) + name_is_not_there + size;
}
