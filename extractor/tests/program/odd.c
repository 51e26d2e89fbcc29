struct Self { struct Self inside; int x; } self = { 1, 2 };
struct Tagged { struct Self; int y; } tagged;
struct Tagged *missing;
enum Late; enum Late *late;
typedef struct { int n; } Array[3]; Array array = { 1, 2, 3 };
void release(int *);
int twice(int x) { return x; }
int twice(int x) { return x + 1; }
int conflict; long conflict;
_Static_assert(sizeof(long) == 4, "32 bits");
void odd(unsigned char c, unsigned u, long l) {
  __attribute__((cleanup(release))) int held = 1;
  switch (u) { case -1: break; case 0x1ffffffff: break; }
  switch (c) { case 300: break; case 'a' ... 'c': break; }
  switch (l) { case 0x1ffffffff: break; case 1u: break; }
  int never[sizeof(struct Self)];
  missing->nothing.more[1]++;
  (void)(1 ? self : 2);
  self + 1; -self; !self; self++;
  c / 0; 1 << 40; enum { BAD = 1 / 0, WORSE };
  array[1].n = array->n;
  u->x; u(); twice; "abc"[1]; &"abc"; *"abc";
  l = (char)300 + (unsigned char)-1 + (_Bool)0.5 + (int)1e3;
  { int x = x; }
  for (;;) { static int n; continue; }
  do ; while (0);
}
