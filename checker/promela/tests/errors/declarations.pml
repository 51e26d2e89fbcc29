/* Slips in declarations. */
typedef Empty { }
typedef Pair { int a; itn b };
itn x;
chan q = [1] { byte };
chan r = [1] of { byte, unsigned };
chan s = [1] of { Nowhere };
hidden mtype = { a, b };
mtype = { c, if };
proctype p(int a, int b) { skip }
proctype r(int a = 3) { skip }
proctype t(Nowhere a) { skip }
active proctpe u() { skip }
prctype v() { skip }
x = 3;
printf("outside\n");
int if;
int good;
