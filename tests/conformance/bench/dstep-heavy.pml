/* Long d_steps: the time goes into executing statements, not into storing states. */
#define N 8
byte a[N];
byte seed;

active [2] proctype shuffler() {
  byte i, j, t;
end:
  do
  :: d_step {
      seed = (seed * 5 + 3 + _pid) % 251;
      i = 0;
      do
      :: i < N ->
        j = 0;
        do
        :: j + 1 < N ->
          if
          :: (a[j] ^ seed) % 7 > (a[j + 1] ^ seed) % 7 -> t = a[j]; a[j] = a[j + 1]; a[j + 1] = t
          :: else
          fi;
          j++
        :: else -> break
        od;
        i++
      :: else -> break
      od;
      a[seed % N] = (a[seed % N] + 1 + _pid) % 6;
      i = 0; j = 0; t = 0
    }
  od
}
