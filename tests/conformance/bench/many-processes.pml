/* Many processes that hardly meet. */
#ifndef N
#define N 9
#endif
byte turn;

active [N] proctype worker() {
end1: (turn <= _pid) -> skip;
end2: atomic { turn <= _pid -> turn = _pid }
}
