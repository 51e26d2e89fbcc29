/* Many processes that hardly meet. */
#define N 9
byte turn;

active [N] proctype worker() {
end1: (turn <= _pid) -> skip;
end2: atomic { turn <= _pid -> turn = _pid }
}
