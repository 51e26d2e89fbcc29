/* A ring of processes that pass numbered tokens by rendezvous. */
#define N 6
#define TOKENS 3
chan link[N] = [0] of { byte };

active [N] proctype station() {
  byte held, token, count;
  if
  :: _pid < TOKENS -> held = _pid + 1
  :: else
  fi;
end:
  do
  :: held != 0 -> link[(_pid + 1) % N]!held; held = 0; count = (count + 1) % 2
  :: held == 0 -> link[_pid]?token; held = token; token = 0
  od
}
