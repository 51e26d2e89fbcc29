/* Attributes are taken out, wherever they are; the few that matter stay. */
struct __attribute__((packed)) packed_before { char c; int i; };
struct packed_after { char c; int i; } __attribute__ ((__packed__, aligned (2)));
typedef struct __attribute__( ( packed ) ) { short s; } middle;
struct members {
	_Alignas(16) char aligned;
	_Alignas(double) char by_type;
	int width : 3 __attribute__((packed));
	int (*callback)(int) __attribute__((noreturn));
};
enum __attribute__((packed)) small { LOW __attribute__((unused)), HIGH __attribute__((deprecated)) = 4 };
void die(const char *, ...) __attribute__((__noreturn__, __format__(__printf__, 1, 2)));
[[noreturn]] void stop(void);
static __attribute__((noinline)) int *__attribute__((unused)) pointer(const char *__restrict s __attribute__((nonnull)));
extern int renamed(int) __asm__("other_name") __attribute__((nothrow));
typedef float vector __attribute__((vector_size(16)));
int f(int x)
{
	int y __attribute__((unused)) = 1;
	switch (x) {
	case 1:
		y++;
		__attribute__((fallthrough));
	case 2:
		y++;
		[[fallthrough]];
	default: __attribute__((unused));
		break;
	}
out: __attribute__((unused))
	if (x) return y;
	return 0;
}
