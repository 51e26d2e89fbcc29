/* Stations on a bus pass a token; a formula says that each station which waits is served. */
#ifndef N
#define N 4
#endif
#ifndef JOBS
#define JOBS 2
#endif
byte token;
byte waiting[N];
byte served[N];

active [N] proctype station() {
end:
  do
  :: waiting[_pid] < JOBS -> waiting[_pid]++
  :: token == _pid ->
    if
    :: waiting[_pid] > 0 -> waiting[_pid]--; served[_pid] = (served[_pid] + 1) % 3
    :: waiting[_pid] == 0
    fi;
    token = (token + 1) % N
  od
}

ltl served_again { [] (waiting[0] > 0 -> <> (token == 0 || [] <> (waiting[0] < JOBS))) }
