/* Type words that lang-c does not know, and types it takes for expressions. */
typedef int T;
__thread int counter;
static __thread T other;
unsigned __int128 wide;
__int128_t signed_wide;
__uint128_t unsigned_wide;
__const__ int constant = 1;
__float128 quad = 1.5q;
typeof(T) copy;
typeof(T[3]) array;
__typeof__(counter + 1) sum;
unsigned long a1 = __alignof__(counter), a2 = __alignof__ counter, a3 = _Alignof(T), a4 = __alignof__(T);
int same_type = __builtin_types_compatible_p(T, unsigned int);
int chosen = __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(counter), T), 1, 2);
unsigned long offset = __builtin_offsetof(struct { int a; struct { T b[3]; } c; }, c.b[1]);
struct named { int x, T; };
unsigned long member = __builtin_offsetof(struct named, T);
_Complex double z;
double re(void) { return __real__ z + __imag__ z * 2; }
int variable(int n, ...)
{
	__builtin_va_list list;
	__builtin_va_start(list, n);
	T first = __builtin_va_arg(list, T);
	for (T * i = &first; i; i = 0)
		n++;
	for (T *j; n < 3; n++)
		j = &first;
	return _Generic(first, T: 1, float: 2, default: 3);
}
