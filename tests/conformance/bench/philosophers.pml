/* Dining philosophers who pick up either fork first: bits of an array, many short processes. */
#ifndef N
#define N 6
#endif
bool fork[N];
byte meals;

active [N] proctype philosopher() {
end:
  do
  :: !fork[_pid] -> fork[_pid] = true;
    !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true;
    atomic { fork[(_pid + 1) % N] = false; fork[_pid] = false }
  od
}
