struct Point { int x, y; union { int a; struct { char b, c; }; }; };
struct Line { struct Point *line; int (*f)(int, char *); int tab[4]; };
typedef struct Line Line;
enum Colour { RED, GREEN = 5, BLUE };
int *p, a[10], i, j, nStatus;
void *pData;
unsigned u;
double d;
Line L, *x;
int g(int, ...);
int (*h)(void);

void texts(int c) {
  *((int *)pData) = (int)nStatus;
  i += j * 3;
  i = j = 0;
  x->line->x = L.line[2].y;
  x->line->b = -i;
  i = -(i + 1) + - -j - -3 + ~a[2];
  i = !(i == j) && !i || !*p && !(i = j);
  (*p)++; *p++; ++*p; --(*p); -(-i); - --i; i-- - --j;
  a[i]++, a[i = 2]--, 2[a] = 1;
  (*x).tab[1] = (*x->f)(i, "a" "b") + x->f(1, 0) + h() + (*h)();
  i = c ? (i, j) : c ?: j;
  if (c ? i : j) ;
  i = sizeof(int) + sizeof i + sizeof a[0] + sizeof(struct Point *) + _Alignof(long) + __builtin_offsetof(Line, tab[1]);
  i = 'a' + 0x1F + 010 + 10UL + RED + BLUE + '\n' + L'x';
  d = 1.5e3 + 0x1p3;
  i = a[1] & *&a[2];
  i = (unsigned char)i + (const char)(i + 1) + *(volatile int *)pData;
  ((struct Point *)pData)->y = 1;
  i = ({ int t = 1; t + 1; });
  x->line = &(struct Point){ .y = 2, 3 };
  i = g(i, (i, j), i = 2);
  i = (i < j) == (u >= 2);
  u <<= 2, u >>= i, u ^= 1, u |= 2, u &= 3, u %= 4, u /= 5;
  if (__builtin_expect(!!(i > 1), 0)) ;
  while (__builtin_expect(i, 1) && __builtin_expect(j, 1)) ;
  i = __builtin_expect(j, 0);
  p = &a[0] + 1; p = p - 1; i = p - a; p += 1; i = p == a; i = p != 0; i = p && a;
  pData = &&out;
  goto *pData;
out:
  switch (i) { case RED ... BLUE: break; case 'a': break; case 3 + 4: default: ; }
  __asm__ volatile ("nop" : "=r"(i), "+m"(j) : "r"(u) : "memory");
}
