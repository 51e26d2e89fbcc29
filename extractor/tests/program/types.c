typedef unsigned char u8; typedef unsigned short u16; typedef long long i64; typedef unsigned long long u64;
struct Bits { unsigned a : 3; unsigned b : 32; int c : 5; u64 d : 40; _Bool e : 1; };
enum Small { S0, S1 }; enum Negative { M = -1, N1 }; enum Large { BIG = 0x100000000 };
struct Incomplete; struct Incomplete *inc; int arr[5]; int (*parr)[5]; void (*fp)(int); double dd; float ff; long double ld;
struct Bits bits; enum Small es; enum Negative en; enum Large el;
void types(u8 a, u16 b, i64 c, u64 d, char e, short f, unsigned g, long h, _Bool k) {
  a + b; a + c; d + c; e << h; f * g; g + h; h + c; -a; ~b; +k; !c; a < g; c == d;
  bits.a + 1; bits.b + 1; bits.c + 1u; bits.d + 1; ~bits.a; bits.a << 2; (bits.a = 1) + 1; bits.e + bits.e;
  es + 1; en + 1; el + 1; S1 + 1u; BIG + 1;
  k ? a : b; k ? a : c; k ? inc : 0; k ? inc : (void *)0; k ? (void *)inc : parr; k ? arr : 0; k ? dd : a; k ? ff : dd;
  arr + 1; &arr; *parr; &arr[1] - arr; *fp; &fp; fp(1); types; &types; *types; arr < parr[0]; inc == 0;
  ff + 1; ff + dd; ld * ff; a += dd; f <<= c; e++; arr[a]; 'a' + 'b'; "abc" + 1; sizeof a * 2;
  (u8)c; (void)a; a, arr; ({ f; }); ({ if (a) b; }); ({ arr; });
  _Generic(a, int: 1, unsigned char: 2L, default: 3); _Generic(arr, int *: dd, default: 0); _Generic(a + b, long: 1, default: ff);
  __typeof__(arr) copy; __typeof__(a + 1) t2; copy; t2;
  __atomic_load_n(&f, 5); __atomic_fetch_add(&d, 1, 5); __atomic_compare_exchange_n(&c, &c, 1, 0, 5, 5); __sync_synchronize();
  __sync_fetch_and_add(&a, 1); __builtin_popcount(g); __builtin_memcpy(arr, arr, 4); __builtin_strlen("x"); __builtin_bswap32(g);
  __builtin_constant_p(1 + 2); __builtin_constant_p(a); __builtin_choose_expr(1, a, dd); __builtin_types_compatible_p(int, long);
  __builtin_types_compatible_p(u8, unsigned char); 100000; 2147483648; 0x80000000; 0xffffffffffffffff; 1ull; 017; 0b101; 1u; 5l;
  __auto_type automatic = arr; __int128 wide = 1; unsigned __int128 uwide = 2; wide + d; wide + uwide;
  _Complex double z; z + 1; __real__ z;
  __builtin_va_list ap; __builtin_va_start(ap, k); __builtin_va_arg(ap, int); __builtin_va_end(ap);
  a.b; *a; a[b]; inc->x; inc + fp; dd & 1; dd << 1; nothing;
}
