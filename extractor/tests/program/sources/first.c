#include "shared.h"
int counter = 1;
static int own = 1;
struct Private { int a; };
struct Private p1;
struct Differs d1;
int only_first(Named *n) { return helper() + own + n->anonymous + ON; }
int twice(void) { return 1; }
inline int in_both(void) { return 1; }
