/* Peterson's algorithm for N processes: shared arrays, byte counters, no channels. */
#define N 4
byte level[N];
byte turn[N];
byte inside;

active [N] proctype user() {
  byte j, k;

  k = 1;
  do
  :: k < N ->
    level[_pid] = k;
    turn[k] = _pid;
    j = 0;
    do
    :: j == _pid -> j++
    :: j < N && j != _pid ->
      (level[j] < k || turn[k] != _pid);
      j++
    :: j == N -> break
    od;
    k++
  :: else -> break
  od;
  inside++;
  assert(inside == 1);
  inside--;
  level[_pid] = 0
}
