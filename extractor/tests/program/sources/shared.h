struct Shared { int a; struct Shared *next; };
typedef struct { int anonymous; union { int x; char c; }; } Named;
enum Mode { OFF, ON };
struct Opaque;
struct Opaque *make(void);
int both(struct Shared *);
static int helper(void) { return 1; }
extern int counter, table[];
struct Differs {
#ifdef SECOND
  char b; struct Differs *again;
#else
  int a;
#endif
};
