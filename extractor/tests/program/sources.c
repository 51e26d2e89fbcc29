# 1 "shared.h" 1
struct Shared { int a; struct Shared *next; };
typedef struct { int anonymous; } Named;
enum Mode { OFF, ON };
int both(struct Shared *);
static int helper(void) { return 1; }
extern int counter;
# 2 "first.c" 2
int counter = 1;
static int own = 1;
struct Private { int a; };
struct Private p1;
int only_first(Named *n) { return helper() + own + n->anonymous + ON; }
int twice(void) { return 1; }
@@@
# 1 "shared.h" 1
struct Shared { int a; struct Shared *next; };
typedef struct { int anonymous; } Named;
enum Mode { OFF, ON };
int both(struct Shared *);
static int helper(void) { return 1; }
extern int counter;
# 2 "second.c" 2
static long own = 2;
struct Private { char b; };
struct Private p2;
int both(struct Shared *s) { Named n; counter++; only_first(&n); return s->next->a + own; }
int twice(void) { return 2; }
