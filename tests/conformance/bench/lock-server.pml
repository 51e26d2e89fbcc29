/* Clients of a lock server that hand over their own channel with each request: what a client may see is said by a formula. */
#ifndef N
#define N 4
#endif
#ifndef IDLE
#define IDLE 3
#endif
mtype = { request, grant, release };
chan server = [2] of { mtype, byte };
chan answer[N] = [1] of { mtype };
bool inside[N];
bool asked;

active [N] proctype client() {
  byte idle;
end:
  do
  :: idle = (idle + 1) % IDLE
  :: server!request(_pid);
    asked = (_pid == 0 -> true : asked);
    answer[_pid]?grant;
    inside[_pid] = true;
    asked = (_pid == 0 -> false : asked);
    inside[_pid] = false;
    server!release(_pid)
  od
}

active proctype lock() {
  byte who, holder;
end:
  do
  :: server?request(who) -> answer[who]!grant; holder = who; server?release(eval(holder)); who = 0; holder = 0
  od
}

ltl exclusion { [] !(inside[0] && inside[1]) }
