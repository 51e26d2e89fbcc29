/* Atomic sequences with choices inside: many steps between stored states. */
#define N 4
byte x[N];
byte sum;

active [N] proctype player() {
  byte k;
end:
  do
  :: atomic {
      k = 0;
      do
      :: k < N && x[k] < 9 -> x[k]++; k++
      :: k < N -> x[k] = 0; k++
      :: k == N -> break
      od;
      sum = (x[0] + x[1] + x[2] + x[3]) % 16;
      k = 0
    }
  :: sum > 3 -> sum = 0
  od
}
