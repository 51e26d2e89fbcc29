/* Processes that start others and end: every sum is split among two new processes until its parts are small. */
#ifndef N
#define N 4
#endif
chan results = [2] of { byte };
byte open = 1, total;

proctype sum(byte low, high) {
  byte middle;
  if
  :: high - low > 1 ->
    middle = (low + high) / 2;
    atomic { open = open + 2; run sum(low, middle) };
    run sum(middle, high);
    open--
  :: else ->
    results!low;
    open--
  fi
}

init {
  byte part;
  run sum(0, N);
  do
  :: results?part -> total = total + part; part = 0
  :: open == 0 && empty(results) -> break
  od;
  assert(total == N * (N - 1) / 2)
}
